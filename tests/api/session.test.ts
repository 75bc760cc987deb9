import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Session, User } from '@cairn/contract';
import { sql } from 'kysely';
import { setupToken } from '../../server/src/identity/index.ts';
import { client } from './client.ts';
import { person, record, unique } from './make.ts';
import { startService } from './start.ts';

// Resources 8, flows 5: browsers log in, and then the API works for them as with a token.

const service = await startService();
const LOGIN = '/api/internal/session';

test('the first administrator is made once, with the token of the start', async () => {
  assert.equal((await service.nobody.get<Session>(LOGIN)).setup, true);
  const stale = await setupToken(service.db);
  const token = await setupToken(service.db);
  const body = { username: unique('Root'), displayname: 'Root', password: 'long enough', email: null };
  await service.nobody.refused(403, 'POST', '/api/internal/setup', { ...body, token: stale });
  await service.nobody.refused(403, 'POST', '/api/internal/setup', { ...body, token: '' });
  const bad = await service.nobody.refused(400, 'POST', '/api/internal/setup', {
    token,
    username: 'a',
    password: 'short',
  });
  assert.deepEqual(Object.keys(bad.errors ?? {}).sort(), ['displayname', 'password', 'username']);
  const foreign = { json: { ...body, token }, headers: { origin: 'https://evil.example' } };
  assert.equal((await service.nobody.send('POST', '/api/internal/setup', foreign)).status, 403);
  const made = await service.nobody.post<Session>('/api/internal/setup', { ...body, token });
  assert.equal(made.user?.is_sysadmin, true);
  assert.equal(made.user?.identity.username, body.username.toLowerCase());
  assert.equal(made.setup, false);
  await service.nobody.refused(403, 'POST', '/api/internal/setup', { ...body, username: 'another', token });
  assert.equal(await setupToken(service.db), null);
  assert.equal((await service.nobody.get<Session>(LOGIN)).setup, false);
});

test('a log-in gives a session that ends with the log-out', async () => {
  const ada = await person(service);
  const credentials = { username: ` ${ada.username.toUpperCase()} `, password: ada.password };
  const reply = await service.nobody.send<Session>('POST', LOGIN, { json: credentials });
  assert.equal(reply.status, 200);
  assert.equal(reply.body.user?.id, ada.id);
  const [pair = '', ...attributes] = (reply.headers.get('set-cookie') ?? '').split('; ');
  assert.deepEqual(attributes.filter((one) => !one.startsWith('Max-Age')).sort(), [
    'HttpOnly',
    'Path=/',
    'SameSite=Lax',
  ]);
  const browser = client(service.url, { cookie: pair, 'x-csrf-token': reply.body.csrf_token ?? '' });
  assert.equal((await browser.get<User>('/users/me')).id, ada.id);
  assert.equal((await browser.get<Session>(LOGIN)).csrf_token, reply.body.csrf_token);
  await browser.delete(LOGIN);
  await browser.refused(401, 'GET', '/users/me');
  assert.equal((await browser.get<Session>(LOGIN)).user, null);
});

test('wrong names, wrong passwords and inactive accounts are refused alike', async () => {
  const ada = await person(service);
  const gone = await person(service, { state: 'inactive' });
  const attempt = (username: string, password: string) =>
    service.nobody.refused(401, 'POST', LOGIN, { username, password });
  const wrong = await attempt(ada.username, 'wrong password');
  assert.deepEqual(await attempt('no-such-user', ada.password), wrong);
  assert.deepEqual(await attempt(ada.username, ` ${ada.password}`), wrong);
  assert.match((await attempt(gone.username, gone.password)).description, /inactive/);
  assert.deepEqual(await attempt(gone.username, 'wrong'), wrong);
});

test('a log-in from another site is refused', async () => {
  const ada = await person(service);
  const json = { username: ada.username, password: ada.password };
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }, { origin: 'null' }]) {
    assert.equal((await service.nobody.send('POST', LOGIN, { json, headers })).status, 403);
  }
  for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { origin: service.url }]) {
    assert.equal((await service.nobody.send('POST', LOGIN, { json, headers })).status, 200);
  }
});

test('changes from a browser need the CSRF token, in either header', async () => {
  const ada = await person(service);
  const made = await record(ada);
  const without = await ada.browser({ csrf: false });
  const { csrf_token: token } = await without.get<Session>(LOGIN);
  const change = async (headers: Record<string, string>) =>
    (await without.send('PATCH', `/records/${made.id}`, { json: { title: 'x' }, headers })).status;
  assert.equal(await change({}), 400);
  assert.equal(await change({ 'x-csrf-token': '' }), 400);
  assert.equal(await change({ 'x-csrf-token': `${token}x` }), 400);
  const { csrf_token: foreign } = await (await ada.browser()).get<Session>(LOGIN);
  assert.equal(await change({ 'x-csrf-token': foreign ?? '' }), 400);
  assert.equal(await change({ 'x-csrf-token': token ?? '' }), 200);
  assert.equal(await change({ 'x-csrftoken': token ?? '' }), 200);
  await without.get(`/records/${made.id}`);
});

test('a token wins over a session in the same request', async () => {
  const ada = await person(service);
  const bob = await person(service);
  const browser = await ada.browser();
  const headers = { authorization: `Bearer ${await bob.token()}` };
  assert.equal((await browser.send<User>('GET', '/users/me', { headers })).body.id, bob.id);
  assert.equal((await browser.send('GET', '/users/me', { headers: { authorization: 'Bearer x' } })).status, 401);
});

test('a session ends with its time, its user and a new password', async () => {
  const ada = await person(service);
  const browser = await ada.browser();
  await browser.get('/users/me');
  await sql`update session set expires_at = now() - interval '1 second' where user_id = ${ada.id}`.execute(service.db);
  await untilRefused(() => browser.send('GET', '/users/me'));
  const second = await ada.browser();
  await second.get('/users/me');
  await sql`update app_user set state = 'inactive' where id = ${ada.id}`.execute(service.db);
  await untilRefused(() => second.send('GET', '/users/me'));
});

test('tokens are made, listed and removed in the browser, and seen once', async () => {
  const ada = await person(service);
  const browser = await ada.browser();
  type Token = {
    id: number;
    name: string;
    scopes: string[];
    token?: string;
    last_used: string | null;
    is_expired: boolean;
  };
  const made = await browser.post<Token>('/api/internal/tokens', {
    name: ' My \t laptop ',
    scopes: ['user.read', 'record.read', 'user.read'],
    expires_at: '2999-01-01T00:00:00+01:00',
  });
  assert.equal(made.name, 'My laptop');
  assert.deepEqual(made.scopes, ['record.read', 'user.read']);
  assert.match(made.token ?? '', /^pat_[\da-f]{48}$/);
  const bearer = client(service.url, { authorization: `Bearer ${made.token}` });
  await bearer.get('/users/me');
  await bearer.refused(401, 'POST', '/records', { identifier: unique(), title: 'x' });
  const listed = async () => (await browser.get<{ items: Token[] }>('/api/internal/tokens')).items;
  const found = (await listed()).find(({ id }) => id === made.id);
  assert.ok(found && !('token' in found));
  assert.equal(found.is_expired, false);
  const expired = await browser.post<Token>('/api/internal/tokens', { name: 'x', expires_at: '2001-01-01T00:00:00Z' });
  assert.equal(expired.is_expired, true);
  const bad = await browser.refused(400, 'POST', '/api/internal/tokens', {
    name: '',
    scopes: ['x'],
    expires_at: 'soon',
  });
  assert.deepEqual(Object.keys(bad.errors ?? {}).sort(), ['expires_at', 'name', 'scopes']);
  const bob = await person(service);
  await (await bob.browser()).refused(404, 'DELETE', `/api/internal/tokens/${made.id}`);
  await browser.delete(`/api/internal/tokens/${made.id}`);
  await bearer.refused(401, 'GET', '/users/me');
});

test('the last use of a token is noted', async () => {
  const ada = await person(service);
  const browser = await ada.browser();
  type Tokens = { items: { last_used: string | null }[] };
  const before = (await browser.get<Tokens>('/api/internal/tokens')).items[0];
  assert.equal(before?.last_used, null);
  await ada.api.get('/users/me');
  // It is written beside the request; the connection that reads is the one that wrote, or a later one.
  let last: string | null | undefined = null;
  for (let i = 0; i < 100 && !last; i++) last = (await browser.get<Tokens>('/api/internal/tokens')).items[0]?.last_used;
  assert.ok(last && Date.now() - Date.parse(last) < 60_000);
});

// What other processes change arrives by a notification, a moment later.
async function untilRefused(request: () => Promise<{ status: number }>): Promise<void> {
  let status = 0;
  for (let i = 0; i < 500 && status !== 401; i++) ({ status } = await request());
  assert.equal(status, 401);
}
