import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const own = (name: string) => new URL(name, import.meta.url);
const swaggerUi = (name: string) => new URL(import.meta.resolve(`@fastify/swagger-ui/static/${name}`));

type Source = { readonly path: string; readonly type: string; readonly file: () => URL };
type Content = { readonly plain: Buffer; readonly zipped: Buffer; readonly etag: string };

const SOURCES: readonly Source[] = [
  { path: '/docs/api', type: 'text/html', file: () => own('page.html') },
  { path: '/docs/api/reference.js', type: 'text/javascript', file: () => own('reference.js') },
  { path: '/docs/api/reference.css', type: 'text/css', file: () => own('reference.css') },
  { path: '/docs/api/swagger-ui-bundle.js', type: 'text/javascript', file: () => swaggerUi('swagger-ui-bundle.js') },
  { path: '/docs/api/swagger-ui.css', type: 'text/css', file: () => swaggerUi('swagger-ui.css') },
];

async function read({ file }: Source): Promise<Content> {
  const plain = await readFile(file());
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { plain, zipped: await promisify(gzip)(plain, { level: 9 }), etag };
}

/**
 * Declares GET /docs/api, the readable form of `/api/v1/openapi.json`, and the files it needs, all from our own origin.
 * Addresses in the page are relative, so it works below any path. Nothing is read before somebody asks for it.
 */
export function mountReference(app: FastifyInstance): void {
  for (const source of SOURCES) {
    let content: Promise<Content> | undefined;
    app.get(source.path, async (request, reply) => {
      content ??= read(source).catch((error: unknown) => {
        content = undefined;
        throw error;
      });
      return send(request, reply, source.type, await content);
    });
  }
}

function send(request: FastifyRequest, reply: FastifyReply, type: string, { plain, zipped, etag }: Content) {
  reply.headers({ etag, 'cache-control': 'no-cache', vary: 'Cookie, Accept-Encoding' });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  reply.type(`${type}; charset=utf-8`);
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(plain);
  return reply.header('content-encoding', 'gzip').send(zipped);
}
