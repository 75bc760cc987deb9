import type { FastifyReply } from 'fastify';

const asWritten = (text: string): string => text;

/** Sends JSON text. The media type stays as clients know it: JSON has no `charset` (resources 8), Fastify adds one. */
export function sendJson(reply: FastifyReply, text: string | undefined): FastifyReply {
  reply.header('content-type', 'application/json');
  return text === undefined ? reply.send() : reply.serializer(asWritten as (payload: unknown) => string).send(text);
}
