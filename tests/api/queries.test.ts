import assert from 'node:assert/strict';
import { test } from 'node:test';
import type pg from 'pg';
import { grant, person, record, unique } from './make.ts';
import { startService } from './start.ts';

// Decisions "Beyond the peer" 3: a page costs the same number of queries for 3 and for 30 items.

const service = await startService();
const statements: string[] = [];
service.db.pool.on('connect', (client: pg.PoolClient) => {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  Object.assign(client, {
    query: (...args: unknown[]) => {
      const [first] = args;
      statements.push(typeof first === 'string' ? first : String((first as { text?: string }).text));
      return query(...args);
    },
  });
});

const ada = await person(service);
const people = await Promise.all(Array.from({ length: 30 }, () => person(service)));
const tag = unique('counted');
const word = 'Counted';
const shelf = await ada.api.post<{ id: number }>('/collections', { identifier: unique('shelf'), title: 'shelf' });
const target = await record(ada, { title: 'holds everything' });
for (const [at, by] of people.entries()) {
  await record(by, {
    visibility: 'public',
    title: `${word} ${at}`,
    tags: [tag, `${tag} ${at}`],
    license: 'MIT',
    extras: [{ type: 'float', key: 'width', value: at, unit: 'mm' }],
  });
  await grant(service, target, { user: by }, 'member');
  await ada.api.patch(`/records/${target.id}`, { description: `change ${at}` });
  const upload = await ada.api.post<{ _actions: { upload_data: string } }>(`/records/${target.id}/uploads`, {
    name: `file ${at}`,
    size: 1,
  });
  await ada.api.send('PUT', upload._actions.upload_data, { raw: 'x' });
  await ada.api.post('/collections', { identifier: unique('shelf'), title: 'shelf' });
  await ada.api.post(`/collections/${shelf.id}/records`, { id: (await record(ada)).id });
  const trashed = await record(ada);
  await ada.api.delete(`/records/${trashed.id}`);
}

async function count(path: string): Promise<{ queries: number; items: number }> {
  statements.length = 0;
  const { items } = await ada.api.get<{ items: unknown[] }>(path);
  return { queries: statements.length, items: items.length };
}

const lists = [
  `/records?tag=${tag}`,
  `/records?query=${word}`,
  `/records?tag=${tag}&sort=title`,
  `/records?extras=${encodeURIComponent('[{"key":"width","type":"numeric","numeric":{"min":0,"unit":"m"}}]')}`,
  '/users?',
  `/users/${ada.id}/collections?`,
  '/collections?',
  `/collections/${shelf.id}/records?`,
  '/tags?',
  '/licenses?',
  '/trash?',
  `/records/${target.id}/revisions?`,
  `/records/${target.id}/files?`,
  `/records/${target.id}/files/revisions?`,
  `/records/${target.id}/roles/users?`,
];

for (const path of lists) {
  test(`${path.split('?')[0]}?${path.split('?')[1]?.slice(0, 20)} costs as much for 30 items as for 3`, async () => {
    // The total of the list is remembered from here on.
    await count(`${path}&per_page=1`);
    const few = await count(`${path}&per_page=3`);
    const many = await count(`${path}&per_page=30`);
    assert.deepEqual([few.items, many.items], [3, 30]);
    assert.equal(many.queries, few.queries, statements.join('\n'));
    assert.ok(many.queries <= 5, statements.join('\n'));
  });
}

test('a single record costs one query once its caller is known', async () => {
  const path = `/records/${target.id}`;
  await ada.api.get(path);
  statements.length = 0;
  await ada.api.get(path);
  assert.equal(statements.length, 1, statements.join('\n'));
});
