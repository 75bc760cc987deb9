import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { checkErrorObject, client, type ErrorBody } from './client.ts';
import { person, record } from './make.ts';
import { startService } from './start.ts';

// Specification 7 and 9, resources 7 and 8: what holds for every answer.

const service = await startService();
const ada = await person(service);

test('without a log-in everything below /api is 401, known or not', async () => {
  const { id } = await record(ada, { visibility: 'public' });
  for (const path of ['/api', '/api/v1', '/api/v1/records', `/api/v1/records/${id}`, '/api/nonsense', '/api/v2/info']) {
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      const error = await service.nobody.refused(401, method, path);
      assert.equal(error.description, 'No valid access token was supplied.');
      assert.equal(error.scopes, undefined);
    }
  }
});

test('unknown addresses are 404, wrong methods 405 with the right ones', async () => {
  const { id } = await record(ada);
  for (const path of [
    '/api/',
    '/api/v1/',
    '/api/v1/records/',
    `/api/v1/records/${id}/`,
    '/api/v1//records',
    '/api/v2/records',
    '/api/V1/records',
    '/api/v1/Records',
    '/api/v1/internal/session',
    `/api/v1/records/${id}/nonsense`,
  ]) {
    await ada.api.refused(404, 'GET', path);
  }
  const reply = await ada.api.send<ErrorBody>('PUT', `/records/${id}`);
  assert.equal(reply.status, 405);
  checkErrorObject(reply);
  assert.deepEqual(reply.headers.get('allow')?.split(', ').sort(), ['DELETE', 'GET', 'HEAD', 'PATCH']);
  await ada.api.refused(405, 'DELETE', '/records');
  await ada.api.refused(405, 'POST', '/info');
});

test('OPTIONS tells the methods without a log-in', async () => {
  const reply = await service.nobody.send('OPTIONS', '/records');
  assert.equal(reply.status, 200);
  assert.equal(reply.text, '');
  assert.deepEqual(reply.headers.get('allow')?.split(', ').sort(), ['GET', 'HEAD', 'OPTIONS', 'POST']);
  assert.equal((await service.nobody.send('OPTIONS', '/nonsense')).status, 401);
  assert.equal((await ada.api.send('OPTIONS', '/nonsense')).status, 404);
});

test('HEAD answers as GET does, without the body', async () => {
  const { id } = await record(ada, { description: 'ü' });
  for (const path of ['/records', `/records/${id}`, '/info', '/openapi.json', `/records/${id}/files/download`]) {
    const get = await ada.api.send('GET', path);
    const head = await ada.api.send('HEAD', path);
    assert.deepEqual([head.status, head.text], [200, ''], path);
    for (const name of ['content-type', 'content-length', 'vary']) {
      assert.equal(head.headers.get(name), get.headers.get(name), `${path}: ${name}`);
    }
  }
  assert.equal((await ada.api.send('HEAD', '/records/2147483647')).status, 404);
  assert.equal((await service.nobody.send('HEAD', '/records')).status, 401);
});

test('no answer below /api is a redirect', async () => {
  for (const path of ['/api', '/api/', '/api/v1', '/api/v1/', '/api/v1/records/', '/api/docs', '/api/v1/../info']) {
    const { status } = await ada.api.send('GET', path);
    assert.ok(status < 300 || status >= 400, path);
  }
});

test('every answer carries the headers that keep browsers safe, and no JSON is cached or shared', async () => {
  const { id } = await record(ada);
  const replies = [
    await ada.api.send('GET', '/records'),
    await ada.api.send('GET', '/records/0'),
    await ada.api.send('PATCH', `/records/${id}`, { raw: 'x' }),
    await service.nobody.send('GET', '/records'),
    await ada.api.send('DELETE', `/records/${id}`),
    await service.nobody.send('GET', `${service.url}/`),
    await service.nobody.send('GET', `${service.url}/health/live`),
  ];
  for (const { headers } of replies) {
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('x-frame-options'), 'SAMEORIGIN');
    assert.equal(headers.get('referrer-policy'), 'strict-origin-when-cross-origin');
    assert.match(headers.get('vary') ?? '', /Cookie/);
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'self'.*object-src 'none'/);
    assert.ok(headers.get('permissions-policy'));
    for (const name of headers.keys()) assert.ok(!name.startsWith('access-control-'), name);
    assert.equal(headers.get('strict-transport-security'), null);
  }
});

test('JSON says so without a charset', async () => {
  for (const path of ['/records', '/info', '/records/0']) {
    assert.equal((await ada.api.send('GET', path)).headers.get('content-type'), 'application/json');
  }
});

test('204 has no body', async () => {
  const { id } = await record(ada);
  const reply = await ada.api.send('DELETE', `/records/${id}`);
  assert.deepEqual([reply.status, reply.text], [204, '']);
});

test('the scheme of a token may be in any case, its prefix left out', async () => {
  const token = await ada.token();
  const status = async (authorization: string) =>
    (await client(service.url, { authorization }).send('GET', '/info')).status;
  for (const fine of [`Bearer ${token}`, `bearer ${token}`, `BEARER   ${token} `, `Bearer ${token.slice(4)}`]) {
    assert.equal(await status(fine), 200, fine);
  }
  const wrong = [
    '',
    token,
    `Basic ${token}`,
    `Bearer${token}`,
    'Bearer',
    'Bearer ',
    `Bearer ${token}x`,
    `Bearer ${token} ${token}`,
    `Bearer oat_${token.slice(4)}`,
    `Bearer pat_pat_${token.slice(4)}`,
    `Bearer ${'x'.repeat(5000)}`,
    'Bearer \u00fc\u00e4',
    "Bearer ' or 1=1 --",
  ];
  for (const other of wrong) assert.equal(await status(other), 401, other);
  assert.equal((await service.nobody.send('GET', `/info?access_token=${token}`)).status, 401);
});

test('an expired token, one of an inactive user and one without the scope say so', async () => {
  const expired = await ada.token({ expiresAt: '2020-01-01T00:00:00Z' });
  const bob = await person(service, { state: 'inactive' });
  const reader = await ada.limited('user.read');
  const bearer = client(service.url, { authorization: `Bearer ${expired}` });
  assert.equal((await bearer.refused(401, 'GET', '/info')).description, 'Access token has expired.');
  assert.match((await bob.api.refused(401, 'GET', '/info')).description, /inactive/);
  const error = await reader.refused(401, 'GET', '/records');
  assert.equal(error.description, 'Access token has insufficient scope.');
  assert.deepEqual(error.scopes, ['record.read']);
});

test('a malformed request is answered with an error object', async () => {
  const token = await ada.token();
  const start = (line: string) =>
    `${line} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n`;
  const cases: [request: string, status: number][] = [
    [`${start('GET /api/v1/records/%zz')}\r\n`, 404],
    [`${start('GET /api/v1/records/%c3%28')}\r\n`, 404],
    [`${start('GET /api/v1/records/identifier/%ff')}\r\n`, 404],
    [`${start(`GET /api/v1/records/${'1'.repeat(9000)}`)}\r\n`, 404],
    [`${start(`GET /api/v1/records/identifier/${'a'.repeat(5000)}`)}\r\n`, 404],
    [`${start('GET /api/v1/records?query=%zz&page=%')}\r\n`, 200],
    [`${start(`GET /api/v1/records?query=${'a'.repeat(10_000)}`)}\r\n`, 200],
    [`${start('BREW /api/v1/records')}\r\n`, 400],
    [`${start('TRACE /api/v1/records')}\r\n`, 405],
    [`${start(`GET /api/v1/records?query=${'a'.repeat(100_000)}`)}\r\n`, 431],
    [`${start('GET /api/v1/info')}X-Long: ${'a'.repeat(100_000)}\r\n\r\n`, 431],
    [`${start('POST /api/v1/records')}Content-Length: abc\r\n\r\n`, 400],
    ['nonsense\r\n\r\n', 400],
  ];
  for (const [request, status] of cases) {
    const text = await raw(request);
    assert.match(text, new RegExp(`^HTTP/1.1 ${status} `), request.slice(0, 60));
    if (status < 400) continue;
    const body = JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)) as ErrorBody;
    assert.equal(body.code, status, request.slice(0, 60));
    assert.ok(body.description);
  }
});

async function raw(request: string): Promise<string> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  socket.write(request);
  await once(socket, 'close');
  return text;
}

test('a changed right, name or token holds from the next request on', async () => {
  const bob = await person(service);
  await bob.api.get('/users/me');
  const token = await bob.token();
  const bearer = client(service.url, { authorization: `Bearer ${token}` });
  await bearer.get('/users/me');
  const browser = await bob.browser();
  const { items } = await browser.get<{ items: { id: number; last_used: string | null }[] }>('/api/internal/tokens');
  assert.ok(items[0]);
  await browser.delete(`/api/internal/tokens/${items[0].id}`);
  await bearer.refused(401, 'GET', '/users/me');
});
