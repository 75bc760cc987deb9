import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import Fastify from 'fastify';
import { mountReference } from './index.ts';

async function get(url: string, headers: Record<string, string> = {}) {
  const app = Fastify();
  mountReference(app);
  return app.inject({ method: 'GET', url, headers });
}

describe('the API reference', () => {
  it('is a page that loads only files of its own origin, which are all there', async () => {
    const page = await get('/docs/api');
    assert.equal(page.statusCode, 200);
    assert.match(String(page.headers['content-type']), /^text\/html; charset=utf-8/);
    const addresses = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
    assert.ok(addresses.length > 4);
    for (const address of addresses) {
      assert.doesNotMatch(address, /^(\/|\w+:)/, 'relative, so that it works below any path');
      const path = new URL(address, 'http://localhost/docs/api').pathname;
      if (path.startsWith('/docs/')) assert.equal((await get(path)).statusCode, 200, path);
    }
  });

  it('has no inline script, which the content security policy would refuse', async () => {
    const page = await get('/docs/api');
    for (const [, inside] of page.body.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)) assert.equal(inside, '');
    assert.doesNotMatch(page.body, /\son\w+=/);
  });

  it('sends files compressed where the browser can, and not at all where it has them', async () => {
    const plain = await get('/docs/api/swagger-ui.css');
    const zipped = await get('/docs/api/swagger-ui.css', { 'accept-encoding': 'gzip, br' });
    assert.equal(zipped.headers['content-encoding'], 'gzip');
    assert.ok(zipped.rawPayload.length < plain.rawPayload.length / 3);
    const known = await get('/docs/api/swagger-ui.css', { 'if-none-match': String(plain.headers.etag) });
    assert.deepEqual([known.statusCode, known.body], [304, '']);
  });
});
