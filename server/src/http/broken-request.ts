import type { Socket } from 'node:net';
import { STATUS_PHRASES } from '@cairn/contract';
import type { ConnectionError, FastifyReply } from 'fastify';
import { ApiError } from '../kernel/index.ts';
import { sendJson } from './send-json.ts';

/** Answers what could not be read as an HTTP request, with an error object like all others, and ends the connection. */
export function answerBrokenRequest(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const failure = failureOf(error);
  const body = JSON.stringify(failure);
  if (socket.writable) {
    socket.end(
      `HTTP/1.1 ${failure.status} ${STATUS_PHRASES[failure.status]}\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  }
  socket.destroySoon();
}

function failureOf({ code }: ConnectionError): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return new ApiError(431, 'The headers of the request are too large.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ApiError(408, 'The request took too long to arrive.');
  return new ApiError(400, 'The request is not valid HTTP.');
}

/** Answers an address that can't be decoded: it names nothing. */
export function answerBrokenUrl(reply: FastifyReply): void {
  sendJson(reply.code(404), JSON.stringify(new ApiError(404, 'The requested URL is not valid.')));
}
