import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordResource, Session } from '@cairn/contract';
import type { Page } from './client.ts';
import { person, record } from './make.ts';
import { startService } from './start.ts';

// A service behind a proxy, below a path: every link leads to the address that users type, whoever asks.

const base = 'https://rdm.example/cairn';
const service = await startService({ CAIRN_BASE_URL: base });
const ada = await person(service);

test('links lead to the configured address, in the form of the request', async () => {
  const made = await record(ada);
  for (const root of ['/api/v1', '/api']) {
    for (const prefix of ['', '/cairn']) {
      const path = `${service.url}${prefix}${root}/records/${made.id}`;
      const { body } = await ada.api.send<RecordResource>('GET', path, { headers: { host: 'evil.example' } });
      const links = JSON.stringify(body).match(/https?:[^"]+/g) ?? [];
      assert.ok(links.length > 20);
      for (const link of links) assert.ok(link.startsWith(`${base}/`), link);
      assert.equal(body._links.self, `${base}${root}/records/${made.id}`);
      assert.equal(body._links.view, `${base}/records/${made.id}`);
    }
    const page = await ada.api.get<Page<unknown>>(`${service.url}/cairn${root}/records`);
    assert.ok(page._pagination._links.self.startsWith(`${base}${root}/records?`));
  }
});

test('over HTTPS browsers are told to stay there, and the session cookie is bound to it and to the path', async () => {
  const reply = await service.nobody.send<Session>('POST', `${service.url}/cairn/api/internal/session`, {
    json: { username: ada.username, password: ada.password },
    headers: { origin: 'https://rdm.example' },
  });
  assert.equal(reply.status, 200);
  assert.match(reply.headers.get('strict-transport-security') ?? '', /^max-age=31/);
  const attributes = (reply.headers.get('set-cookie') ?? '').split('; ').slice(1);
  for (const one of ['Secure', 'HttpOnly', 'Path=/cairn', 'SameSite=Lax']) assert.ok(attributes.includes(one), one);
});

test('addresses that only begin like the path are not below it', async () => {
  const isApi = async (path: string) =>
    (await ada.api.send('GET', service.url + path)).headers.get('content-type') === 'application/json';
  assert.ok(await isApi('/cairn/api/v1/info'));
  assert.ok(await isApi('/api/v1/info'));
  assert.ok(!(await isApi('/cairnapi/v1/info')));
  assert.ok(!(await isApi('/cairn/cairn/api/v1/info')));
});
