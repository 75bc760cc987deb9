import { randomUUID } from 'node:crypto';
import { type ErrorStatus, STATUS_PHRASES } from '@cairn/contract';
import type { FastifyError, FastifyInstance } from 'fastify';
import { translateDatabaseError } from '../db/index.ts';
import { ApiError } from '../kernel/index.ts';
import { sendJson } from './send-json.ts';

/** Lets every error leave as the API's error object; unknown ones as 500 with an id that is in the log. */
export function installErrors(app: FastifyInstance): void {
  app.setErrorHandler((raw: FastifyError | ApiError, request, reply) => {
    const error = translateDatabaseError(raw);
    const known = error instanceof ApiError ? error : fromFramework(error as FastifyError);
    if (known) return sendJson(reply.code(known.status).headers(known.headers), JSON.stringify(known));
    const id = randomUUID();
    request.log.error({ err: error, error_id: id }, 'request failed');
    const failure = new ApiError(500, `The request failed because of an error on the server (${id}).`);
    return sendJson(reply.code(500), JSON.stringify(failure));
  });
}

function fromFramework(error: FastifyError): ApiError | null {
  const status = error.statusCode;
  if (status === undefined || status < 400 || status >= 500) return null;
  if (status === 413) return new ApiError(413, 'The request body is larger than this server accepts.');
  if (status in STATUS_PHRASES) return new ApiError(status as ErrorStatus, error.message);
  return new ApiError(400, error.message);
}
