import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordResource } from '@cairn/contract';
import { sql } from 'kysely';
import type { Page } from './client.ts';
import { grant, person, record, unique } from './make.ts';
import { startService } from './start.ts';

// Specification 3, resources 6 and flows 3: revisions, and the trash with its ends.

const service = await startService();

type Revision = {
  id: number;
  user: { id: number } | null;
  object_id: number;
  data: Record<string, unknown>;
  diff: Record<string, unknown>;
  _links: { self: string; parent?: string; child?: string };
};
type Entry = {
  id: number;
  identifier: string;
  type: string;
  deleted_at: string;
  _actions: { restore: string; purge: string };
};

test('each change is a revision that holds the older values', async () => {
  const ada = await person(service);
  const bob = await person(service);
  const made = await record(ada, { title: 'Old', tags: ['x'] });
  await grant(service, made, { user: bob }, 'editor');
  await bob.api.patch(`/records/${made.id}`, { title: 'New', tags: [], extras: [{ type: 'int', key: 'a', value: 1 }] });
  await ada.api.delete(`/records/${made.id}`);
  await ada.api.post(`/records/${made.id}/restore`, undefined, 200);
  const path = `/records/${made.id}/revisions`;
  const { items, _pagination } = await ada.api.get<Page<Revision>>(path);
  assert.equal(_pagination.total_items, 4);
  assert.deepEqual(
    items.map(({ diff, user }) => [diff, user?.id]),
    [
      [{ state: 'deleted' }, ada.id],
      [{ state: 'active' }, ada.id],
      [{ title: 'Old', tags: ['x'], extras: [] }, bob.id],
      [
        {
          identifier: null,
          title: null,
          description: null,
          extras: null,
          visibility: null,
          state: null,
          tags: null,
          links_to: null,
          linked_from: null,
        },
        ada.id,
      ],
    ],
  );
  const [newest, , changed, first] = items;
  assert.ok(newest && changed && first);
  assert.deepEqual([changed.object_id, changed.data.title, changed.data.tags], [made.id, 'New', []]);
  assert.equal(newest._links.child, undefined);
  assert.equal(first._links.parent, undefined);
  assert.equal(changed._links.parent, first._links.self);
  assert.equal(first._links.child, changed._links.self);
  assert.deepEqual(await ada.api.get(changed._links.self), changed);

  const compared = (id: number, revision: unknown) => ada.api.get<Revision>(`${path}/${id}?revision=${revision}`);
  assert.deepEqual((await compared(newest.id, first.id)).diff, { title: 'Old', tags: ['x'], extras: [] });
  assert.deepEqual((await compared(first.id, newest.id)).diff, {
    title: 'New',
    tags: [],
    extras: newest.data.extras,
  });
  const other = await record(ada);
  const foreign = (await ada.api.get<Page<Revision>>(`/records/${other.id}/revisions`)).items[0]?.id;
  for (const ignored of [foreign, 'abc', '', 2147483647, -1, 99999999999]) {
    assert.deepEqual((await compared(changed.id, ignored)).diff, changed.diff, String(ignored));
  }
  await ada.api.refused(404, 'GET', `${path}/${foreign}`);
});

test('what changes nothing and what is not revisioned leaves no revision', async () => {
  const ada = await person(service);
  const bob = await person(service);
  const made = await record(ada);
  await ada.api.patch(`/records/${made.id}`, { title: ` ${made.title} ` });
  await ada.api.post(`/records/${made.id}/roles/users`, { role: { name: 'editor' }, user: { id: bob.id } });
  const { _pagination } = await ada.api.get<Page<Revision>>(`/records/${made.id}/revisions`);
  assert.equal(_pagination.total_items, 1);
});

test('the trash lists the newest deletion first and only what the caller created', async () => {
  const ada = await person(service);
  const bob = await person(service);
  const first = await record(ada);
  const second = await ada.api.post<{ id: number; identifier: string }>('/collections', {
    identifier: unique('Trash'),
    title: 'x',
  });
  await grant(service, first, { user: bob }, 'admin');
  await bob.api.delete(`/records/${first.id}`);
  await ada.api.delete(`/collections/${second.id}`);
  const { items } = await ada.api.get<Page<Entry>>('/trash');
  const root = `${service.url}/api/v1`;
  assert.deepEqual(
    items.map(({ deleted_at: _, ...entry }) => entry),
    [
      {
        id: second.id,
        identifier: second.identifier,
        type: 'collection',
        _actions: {
          restore: `${root}/collections/${second.id}/restore`,
          purge: `${root}/collections/${second.id}/purge`,
        },
      },
      {
        id: first.id,
        identifier: first.identifier,
        type: 'record',
        _actions: { restore: `${root}/records/${first.id}/restore`, purge: `${root}/records/${first.id}/purge` },
      },
    ],
  );
  assert.deepEqual((await ada.api.get<Page<Entry>>('/trash?filter=TRASH')).items, items.slice(0, 1));
  assert.deepEqual((await bob.api.get<Page<Entry>>('/trash')).items, []);
  // Who deleted it without having created it can't take it back.
  await bob.api.refused(404, 'POST', `/records/${first.id}/restore`);
});

test('what is in the trash is gone from everywhere and comes back whole', async () => {
  const ada = await person(service);
  const bob = await person(service);
  const made = await record(ada, { visibility: 'public', tags: [unique('t')] });
  await grant(service, made, { user: bob }, 'editor');
  await ada.api.delete(`/records/${made.id}`);
  await ada.api.refused(404, 'GET', `/records/${made.id}`);
  await ada.api.refused(404, 'GET', `/records/identifier/${made.identifier}`);
  await ada.api.refused(404, 'GET', `/records/${made.id}/revisions`);
  await ada.api.refused(404, 'DELETE', `/records/${made.id}`);
  await bob.api.refused(404, 'PATCH', `/records/${made.id}`, { title: 'x' });
  assert.equal((await ada.api.get<Page<unknown>>(`/records?tag=${made.tags[0]}`))._pagination.total_items, 0);
  const restored = await ada.api.post<RecordResource>(`/records/${made.id}/restore`, undefined, 200);
  assert.ok(restored.last_modified > made.last_modified);
  assert.deepEqual({ ...restored, last_modified: made.last_modified }, made);
  assert.equal((await bob.api.patch<RecordResource>(`/records/${made.id}`, { title: 'x' })).title, 'x');
  await ada.api.refused(404, 'POST', `/records/${made.id}/restore`);
  await ada.api.refused(404, 'POST', `/records/${made.id}/purge`);
});

test('a purge hides the record at once, removes it in the background and frees its identifier', async () => {
  const ada = await person(service);
  const made = await record(ada, { tags: ['a'], extras: [{ type: 'str', key: 'k', value: 'v' }] });
  const upload = await ada.api.post<{ _actions: { upload_data: string } }>(`/records/${made.id}/uploads`, {
    name: 'a',
    size: 1,
  });
  await ada.api.send('PUT', upload._actions.upload_data, { raw: 'x' });
  await ada.api.delete(`/records/${made.id}`);
  assert.deepEqual(await ada.api.post(`/records/${made.id}/purge`, undefined, 202), {});
  await ada.api.refused(404, 'POST', `/records/${made.id}/restore`);
  assert.deepEqual((await ada.api.get<Page<Entry>>(`/trash?filter=${made.identifier}`)).items, []);
  const again = { identifier: made.identifier, title: 'x' };
  await ada.api.refused(409, 'POST', '/records', again);
  await service.work();
  await ada.api.refused(404, 'GET', `/records/${made.id}`);
  const left = await sql<{ count: number }>`select (select count(*) from role where resource_id = ${made.id})
    + (select count(*) from revision where resource_id = ${made.id})
    + (select count(*) from resource where id = ${made.id}) as count`.execute(service.db);
  assert.equal(left.rows[0]?.count, 0);
  await ada.api.post('/records', again);
});

test('other kinds are removed at once', async () => {
  const ada = await person(service);
  const body = { identifier: unique(), title: 'x' };
  const { id } = await ada.api.post<{ id: number }>('/collections', body);
  await ada.api.delete(`/collections/${id}`);
  const reply = await ada.api.send('POST', `/collections/${id}/purge`);
  assert.deepEqual([reply.status, reply.text], [204, '']);
  await ada.api.post('/collections', body);
});

test('what was in the trash for longer than the days set is removed by itself', async () => {
  const ada = await person(service);
  const old = await record(ada);
  const fresh = await record(ada);
  for (const { id } of [old, fresh]) await ada.api.delete(`/records/${id}`);
  await sql`update resource set last_modified = last_modified - make_interval(days => ${service.config.trashDays}, mins => 1)
    where id = ${old.id}`.execute(service.db);
  await service.work('empty_trash');
  const ids = (await ada.api.get<Page<Entry>>('/trash')).items.map(({ id }) => id);
  assert.deepEqual(ids, [fresh.id]);
  await ada.api.post('/records', { identifier: old.identifier, title: 'x' });
  await ada.api.refused(409, 'POST', '/records', { identifier: fresh.identifier, title: 'x' });
});
