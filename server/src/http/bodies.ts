import type { FastifyInstance } from 'fastify';
import { ApiError } from '../kernel/index.ts';

/**
 * Reads bodies: JSON operations get their text whatever the content type says (resources 2.1), stream operations read
 * the request themselves.
 * @param limit bytes of a JSON body at most; more is 413.
 */
export function installBodies(app: FastifyInstance, limit: number): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (request, payload, done) => {
    const operation = request.routeOptions.config.operation;
    if (operation?.stream) return done(null, payload);
    if (!operation?.body) {
      payload.resume(); // a body where none is expected is ignored
      return done(null, undefined);
    }
    const tooLarge = () =>
      new ApiError(413, `The JSON body is larger than the limit of ${limit} bytes.`, {}, { Connection: 'close' });
    if (Number(request.headers['content-length'] ?? 0) > limit) {
      payload.resume();
      return done(tooLarge());
    }
    const chunks: Buffer[] = [];
    let size = 0;
    payload.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
    });
    payload.on('error', (error: Error) => done(error));
    payload.on('end', () => {
      if (size > limit) return done(tooLarge());
      const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size);
      done(null, bytes.toString('utf8'));
    });
  });
}
