import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkErrorObject, type ErrorBody } from './client.ts';
import { person } from './make.ts';
import { startService } from './start.ts';

// Decisions "Numbers", resources 8: callers without a log-in are slowed down, others are not.

const service = await startService({ CAIRN_RATE_EXEMPT: '10.0.0.0/8', CAIRN_RATE_ANONYMOUS_PER_SECOND: '1000000' });
const perMinute = service.config.rateLimits.anonymousPerMinute;

test('callers without a log-in get 429 with the seconds to wait, callers with one do not', async () => {
  // Windows begin with the minute, so within twice the number at least one is full.
  const ada = await person(service);
  const seen = new Set<number>();
  for (let i = 0; i < perMinute * 2 + 2 && !seen.has(429); i++) {
    const reply = await service.nobody.send<ErrorBody>('GET', i % 2 === 0 ? '/records' : '/nonsense');
    seen.add(reply.status);
    if (reply.status !== 429) continue;
    checkErrorObject(reply);
    assert.match(reply.headers.get('retry-after') ?? '', /^([1-9]|[1-5]\d|60)$/);
  }
  assert.deepEqual([...seen], [401, 429]);
  await ada.api.get('/info');
  assert.equal((await service.nobody.send('OPTIONS', '/records')).status, 200);
  const { body } = await service.nobody.send('GET', '/openapi.json');
  assert.ok(body);
});

test('attempts to log in are limited by themselves', async () => {
  const ada = await person(service);
  const json = { username: ada.username, password: 'wrong' };
  const statuses: number[] = [];
  for (let i = 0; i < service.config.rateLimits.loginPerMinute * 2 + 1; i++) {
    statuses.push((await service.nobody.send('POST', '/api/internal/session', { json })).status);
  }
  assert.ok(statuses.includes(429), String(statuses));
  assert.ok(statuses.includes(401), String(statuses));
});
