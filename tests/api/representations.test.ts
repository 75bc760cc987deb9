import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Identity, RecordResource, User } from '@cairn/contract';
import type { Page } from './client.ts';
import { person, record, unique } from './make.ts';
import { startService } from './start.ts';

// Resources 1 and 2: what comes back, in which form, and what a body may say. Every answer is also compared with its
// schema by the service itself (start.ts), so these tests look at values and at what no schema can tell.

const service = await startService();

test('a record comes back with links and actions in the form of the request', async () => {
  const ada = await person(service, { displayname: 'Ada Example' });
  const made = await record(ada, { title: ' Melt \t 7 ', description: ' **slow**  run\n', type: ' My  Type ' });
  for (const api of ['/api/v1', '/api']) {
    const self = `${service.url}${api}/records/${made.id}`;
    const read = await ada.api.get<RecordResource>(`${api}/records/${made.id}`);
    assert.deepEqual(read._links, {
      self,
      files: `${self}/files`,
      download_files: `${self}/files/download`,
      uploads: `${self}/uploads`,
      collections: `${self}/collections`,
      records_to: `${self}/records?direction=out`,
      records_from: `${self}/records?direction=in`,
      user_roles: `${self}/roles/users`,
      group_roles: `${self}/roles/groups`,
      revisions: `${self}/revisions`,
      file_revisions: `${self}/files/revisions`,
      view: `${service.url}/records/${made.id}`,
    });
    assert.deepEqual(read._actions, {
      edit: self,
      delete: self,
      new_upload: `${self}/uploads`,
      link_record: `${self}/records`,
      link_collection: `${self}/collections`,
      add_user_role: `${self}/roles/users`,
      add_group_role: `${self}/roles/groups`,
    });
    assert.equal(read.creator?._links.self, `${service.url}${api}/users/${ada.id}`);
  }
  assert.equal(made.title, 'Melt 7');
  assert.equal(made.description, '**slow**  run');
  assert.equal(made.plain_description, 'slow run');
  assert.equal(made.type, 'my type');
  assert.equal(made.state, 'active');
  assert.equal(made.creator?.displayname, 'Ada Example');
  assert.deepEqual(await ada.api.get(`/records/${made.id}`), made);
});

test('fields that are not sent have their defaults', async () => {
  const ada = await person(service);
  const made = await record(ada);
  const { description, plain_description, visibility, type, license, tags, extras } = made;
  assert.deepEqual(
    { description, plain_description, visibility, type, license, tags, extras },
    { description: '', plain_description: '', visibility: 'private', type: null, license: null, tags: [], extras: [] },
  );
});

test('timestamps are in UTC with six digits and an offset', async () => {
  const ada = await person(service);
  const { created_at, last_modified } = await record(ada);
  assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?\+00:00$/);
  assert.ok(Date.now() - Date.parse(created_at) < 60_000);
  assert.ok(last_modified >= created_at);
});

test('identifiers are stripped and in lower case, and found in any case', async () => {
  const ada = await person(service);
  const identifier = unique('ABC_d');
  const made = await record(ada, { identifier: ` ${identifier} ` });
  assert.equal(made.identifier, identifier.toLowerCase());
  const path = `/records/identifier/${encodeURIComponent(` ${identifier.toUpperCase()} `)}`;
  assert.equal((await ada.api.get<RecordResource>(path)).id, made.id);
  // White space is what bodies strip, too: a next-line sign is, a zero-width sign is not.
  assert.equal((await ada.api.get<RecordResource>(`/records/identifier/%C2%85${identifier}`)).id, made.id);
  for (const wrong of [
    `%EF%BB%BF${identifier}`,
    `${identifier}%E2%80%8B`,
    'no such',
    'ä',
    'a.b',
    'a%2Fb',
    '%F0%9F%98%80',
    'x'.repeat(51),
  ]) {
    await ada.api.refused(404, 'GET', `/records/identifier/${wrong}`);
  }
});

test('tags are folded, unique and sorted by code point', async () => {
  const ada = await person(service);
  const { tags } = await record(ada, { tags: ['Steel', ' oven ', 'steel', 'ä', 'Z z', '\u{1f600}', '\uffff'] });
  assert.deepEqual(tags, ['oven', 'steel', 'z z', 'ä', '\uffff', '\u{1f600}']);
});

test('lengths are counted in code points after normalisation', async () => {
  const ada = await person(service);
  const title = '\u{1f600}'.repeat(150);
  assert.equal((await record(ada, { title: ` ${title} ` })).title, title);
  const error = await ada.api.refused(400, 'POST', '/records', { identifier: unique(), title: `${title}x` });
  assert.deepEqual(Object.keys(error.errors ?? {}), ['title']);
});

test('all problems of a body are told at once, each at its place', async () => {
  const ada = await person(service);
  const error = await ada.api.refused(400, 'POST', '/records', {
    identifier: 'Not allowed!',
    description: null,
    visibility: 'open',
    license: 'No-Such',
    tags: ['ok', '', 3],
    extras: [{ type: 'int', key: 'a', value: 'x' }, { type: 'dict', key: 'd', value: [{ type: 'str' }] }, 1],
    titel: 'misspelt',
  });
  assert.deepEqual(Object.keys(error.errors ?? {}).sort(), [
    'description',
    'extras',
    'identifier',
    'license',
    'tags',
    'titel',
    'title',
    'visibility',
  ]);
  assert.deepEqual(Object.keys(error.errors?.tags ?? {}), ['1', '2']);
  const extras = error.errors?.extras as { [key: string]: { [key: string]: unknown } };
  assert.deepEqual(Object.keys(extras), ['0', '1', '2']);
  assert.deepEqual(Object.keys(extras[0] ?? {}), ['value']);
  assert.deepEqual(Object.keys((extras[1]?.value as object) ?? {}), ['0']);
  assert.deepEqual(Object.keys(extras[2] ?? {}), ['_schema']);
});

test('what was read can be sent back and changes nothing', async () => {
  const ada = await person(service);
  const extras = [
    { type: 'float', key: 't', value: 3, unit: 'K' },
    { type: 'list', key: 'l', value: [{ type: 'str', value: 'a' }] },
    { type: 'date', key: 'd', value: '2020-01-01T12:00:00+02:00' },
  ];
  const made = await record(ada, { extras, tags: ['a'], license: 'MIT', type: 'x' });
  assert.deepEqual(await ada.api.patch(`/records/${made.id}`, made), made);
  assert.deepEqual(await ada.api.patch(`/records/${made.id}`, {}), made);
  const { _pagination } = await ada.api.get<Page<unknown>>(`/records/${made.id}/revisions`);
  assert.equal(_pagination.total_items, 1);
});

test('a change moves last_modified and leaves absent fields alone', async () => {
  const ada = await person(service);
  const made = await record(ada, { tags: ['a'], license: 'MIT', type: 'x', description: 'text' });
  const changed = await ada.api.patch<RecordResource>(`/records/${made.id}`, { title: 'New' });
  assert.ok(changed.last_modified > made.last_modified);
  assert.deepEqual({ ...changed, title: made.title, last_modified: made.last_modified }, made);
  const cleared = await ada.api.patch<RecordResource>(`/records/${made.id}`, { type: null, license: null, tags: [] });
  assert.deepEqual([cleared.type, cleared.license, cleared.tags], [null, null, []]);
});

test('an identifier in use is a conflict that names it, also in the trash, and is free for another kind', async () => {
  const ada = await person(service);
  const bob = await person(service);
  const made = await record(ada);
  const body = { identifier: made.identifier.toUpperCase(), title: 'x' };
  assert.deepEqual(Object.keys((await bob.api.refused(409, 'POST', '/records', body)).errors ?? {}), ['identifier']);
  const other = await record(bob);
  const error = await bob.api.refused(409, 'PATCH', `/records/${other.id}`, { identifier: made.identifier });
  assert.deepEqual(Object.keys(error.errors ?? {}), ['identifier']);
  await ada.api.delete(`/records/${made.id}`);
  await ada.api.refused(409, 'POST', '/records', body);
  await ada.api.post('/collections', body);
  assert.equal((await bob.api.get<RecordResource>(`/records/${other.id}`)).identifier, other.identifier);
});

test('one of many creations with the same identifier at the same time succeeds', async () => {
  const ada = await person(service);
  const json = { identifier: unique('race'), title: 'x' };
  const replies = await Promise.all(Array.from({ length: 8 }, () => ada.api.send('POST', '/records', { json })));
  assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 409, 409, 409, 409, 409, 409, 409]);
});

test('a guest creates nothing', async () => {
  const guest = await person(service, { systemRole: 'guest' });
  await guest.api.refused(403, 'POST', '/records', { nonsense: 1 });
});

test('who looks decides what is shown of a user', async () => {
  const ada = await person(service, { email: 'ada@rdm.example' });
  const bob = await person(service);
  const root = await person(service, { admin: true });
  const own = await ada.api.get<User>('/users/me');
  const byOther = await bob.api.get<User>(`/users/${ada.id}`);
  const byAdmin = await root.api.get<User>(`/users/local/${ada.username.toUpperCase()}`);
  assert.deepEqual(own.identity, {
    type: 'local',
    username: ada.username,
    email: 'ada@rdm.example',
    email_confirmed: false,
  });
  assert.deepEqual(byOther.identity, { type: 'local', username: ada.username });
  assert.deepEqual([own.is_sysadmin, own.system_role], [undefined, undefined]);
  assert.deepEqual([byAdmin.is_sysadmin, byAdmin.system_role], [false, 'member']);
  assert.ok(own.created_at && byAdmin.created_at);
  assert.equal(byOther.created_at, undefined);
  assert.equal(own._links.self, `${service.url}/api/v1/users/${ada.id}`);
  assert.deepEqual(await bob.api.get<Identity[]>(`/users/${ada.id}/identities`), [byOther.identity]);
  assert.deepEqual(await ada.api.get<Identity[]>(`/users/${ada.id}/identities`), [own.identity]);
});

test('a resource shows its creator as the caller may see them', async () => {
  const ada = await person(service);
  const bob = await person(service);
  const made = await record(ada, { visibility: 'public' });
  assert.ok(made.creator?.created_at);
  assert.equal((await bob.api.get<RecordResource>(`/records/${made.id}`)).creator?.created_at, undefined);
});

test('inactive users are listed only if asked for, newest users first', async () => {
  const ada = await person(service);
  const word = unique('listed');
  const old = await person(service, { displayname: `${word} old` });
  const gone = await person(service, { displayname: `${word} gone`, state: 'inactive' });
  const fresh = await person(service, { displayname: `${word} %_\\ new` });
  const ids = async (query: string) => (await ada.api.get<Page<User>>(`/users?${query}`)).items.map(({ id }) => id);
  assert.deepEqual(await ids(`filter=${word.toUpperCase()}`), [fresh.id, old.id]);
  assert.deepEqual(await ids(`filter=${word}&inactive=Yes`), [fresh.id, gone.id, old.id]);
  assert.deepEqual(await ids(`filter=${encodeURIComponent('%_\\')}`), [fresh.id]);
  assert.deepEqual(await ids(`filter=${old.username}`), [old.id]);
  assert.equal((await ada.api.get<User>(`/users/${gone.id}`)).state, 'inactive');
  await ada.api.refused(404, 'GET', '/users/local/no-such-user');
  await ada.api.refused(404, 'GET', '/users/oidc/nobody');
});

test('base, info, roles and licenses', async () => {
  const { api } = await person(service);
  const names = [
    'collections',
    'groups',
    'info',
    'licenses',
    'records',
    'roles',
    'tags',
    'templates',
    'trash',
    'users',
  ];
  for (const root of ['/api/v1', '/api']) {
    const expected = Object.fromEntries(names.map((name) => [name, `${service.url}${root}/${name}`]));
    assert.deepEqual(await api.get(root), expected);
  }
  assert.deepEqual(Object.keys(await api.get<object>('/info')), ['version']);
  const roles = await api.get<Record<string, { name: string; permissions: { action: string }[] }[]>>('/roles');
  const actions = roles.record?.map(({ name, permissions }) => [name, ...permissions.map(({ action }) => action)]);
  assert.deepEqual(actions, [
    ['member', 'read'],
    ['collaborator', 'read', 'link'],
    ['editor', 'read', 'link', 'update'],
    ['admin', 'read', 'link', 'update', 'permissions', 'delete'],
  ]);
  const found = await api.get<Page<{ name: string; title: string; url: string }>>('/licenses?filter=cc-by-4.0');
  assert.deepEqual(
    found.items.map(({ name }) => name),
    ['CC-BY-4.0'],
  );
  const page = await api.get<Page<{ title: string }>>('/licenses?per_page=100');
  const titles = page.items.map(({ title }) => title);
  assert.deepEqual(
    titles,
    titles.toSorted((a, b) => a.localeCompare(b, 'en')),
  );
});

test('tags are those of active resources that the caller can read', async () => {
  const ada = await person(service);
  const bob = await person(service);
  const word = unique('tagged');
  const secret = await record(ada, { tags: [`${word} secret`] });
  await record(ada, { tags: [`${word} open`], visibility: 'public' });
  await ada.api.post('/collections', { identifier: unique(), title: 'c', tags: [`${word} of collection`] });
  const names = async ({ api }: typeof ada, more = '') =>
    (await api.get<Page<{ name: string }>>(`/tags?filter=${word}${more}`)).items.map(({ name }) => name);
  assert.deepEqual(await names(ada), [`${word} of collection`, `${word} open`, `${word} secret`]);
  assert.deepEqual(await names(ada, '&type=record'), [`${word} open`, `${word} secret`]);
  assert.deepEqual(await names(ada, '&type=collection'), [`${word} of collection`]);
  assert.deepEqual(await names(ada, '&type=nonsense'), await names(ada));
  assert.deepEqual(await names(bob), [`${word} open`]);
  await ada.api.delete(`/records/${secret.id}`);
  assert.deepEqual(await names(ada, '&type=record'), [`${word} open`]);
});

test('a token without user.read gets no creators, no users of revisions', async () => {
  const ada = await person(service);
  const made = await record(ada);
  const reader = await ada.limited('record.read', 'record.update');
  assert.ok(!('creator' in (await reader.get<RecordResource>(`/records/${made.id}`))));
  assert.ok(!('creator' in (await reader.patch<RecordResource>(`/records/${made.id}`, { title: 'x' }))));
  const { items } = await reader.get<Page<RecordResource>>('/records?per_page=100');
  assert.ok(items.length > 0 && items.every((item) => !('creator' in item)));
  const revisions = await reader.get<Page<object>>(`/records/${made.id}/revisions`);
  assert.ok(revisions.items.every((item) => !('user' in item)));
  const all = await ada.limited('record.read', 'user.read');
  assert.equal((await all.get<RecordResource>(`/records/${made.id}`)).creator?.id, ada.id);
});
