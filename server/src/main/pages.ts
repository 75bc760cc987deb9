import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config/index.ts';
import { ApiError } from '../kernel/index.ts';

const DIST = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

/**
 * Serves the built web interface: its files by name, and one page for every address that is not a file, since the
 * pages' addresses are read in the browser.
 * @returns what answers such an address.
 */
export async function mountPages(app: FastifyInstance, config: Config) {
  await app.register(fastifyStatic, {
    root: DIST,
    serve: true,
    wildcard: true,
    index: false,
    cacheControl: false,
    decorateReply: false,
    setHeaders(reply, path) {
      // Built files carry a hash of their content in their names.
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
    globIgnore: ['index.html'],
    // Built files lie beside their compressed forms.
    preCompressed: true,
    // Only what looks like a file is one; all else, the start page too, is a page of the interface.
    allowedPath: (path) => /\.\w+$/.test(path),
  });
  const base = `${config.basePath}/`;
  let page: Promise<string> | undefined;
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new ApiError(404, 'The requested URL was not found.');
    // A page still open from before an update asks for files that are gone: it must not get a page for a script.
    if (request.url.startsWith('/assets/')) throw new ApiError(404, 'The requested URL was not found.');
    page ??= readFile(`${DIST}index.html`, 'utf8').then((text) => text.replaceAll('%CAIRN_BASE%', base));
    try {
      return reply
        .header('content-type', 'text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send(await page);
    } catch {
      page = undefined;
      throw new ApiError(404, 'The web interface is not built; run `npm start` once.');
    }
  };
}
