import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordResource } from '@cairn/contract';
import type { Page } from './client.ts';
import { grant, group, person, record, unique } from './make.ts';
import { startService } from './start.ts';

// Resources 3: pages, their links, and query parameters, which are never an error.

const service = await startService();
const ada = await person(service);
const all: RecordResource[] = [];
for (let i = 0; i < 13; i++) all.push(await record(ada));
type Records = Page<RecordResource>;
const page = async (query: string) => (await ada.api.get<Records>(`/records?${query}`))._pagination;
const ids = async (query: string) => (await ada.api.get<Records>(`/records?${query}`)).items.map(({ id }) => id);

test('pages follow each other without gap or overlap', async () => {
  const seen: number[] = [];
  let next: string | undefined = '/records?per_page=5&sort=identifier';
  let pages = 0;
  while (next !== undefined) {
    const { items, _pagination }: Records = await ada.api.get<Records>(next);
    seen.push(...items.map(({ id }) => id));
    assert.equal(_pagination.page, ++pages);
    assert.deepEqual([_pagination.per_page, _pagination.total_pages, _pagination.total_items], [5, 3, 13]);
    next = _pagination._links.next;
  }
  assert.equal(pages, 3);
  assert.deepEqual(
    seen,
    all.toSorted((a, b) => (a.identifier < b.identifier ? -1 : 1)).map(({ id }) => id),
  );
});

test('what is asked for out of range is clamped, what is no number is the default', async () => {
  const cases: [query: string, page: number, perPage: number][] = [
    ['', 1, 10],
    ['page=', 1, 10],
    ['page=abc&per_page=abc', 1, 10],
    ['page=1.5&per_page=1.5', 1, 10],
    ['page=0&per_page=0', 1, 1],
    ['page=-7&per_page=-7', 1, 1],
    ['page=101', 100, 10],
    ['page=99999999999999999999999&per_page=99999999999999999999', 100, 100],
    ['page=2&page=3&per_page=4&per_page=5', 2, 4],
    ['page=%00&per_page=%F0', 1, 10],
  ];
  for (const [query, number, perPage] of cases) {
    const found = await page(query);
    assert.deepEqual([found.page, found.per_page], [number, perPage], query);
  }
});

test('only the search roots clamp the page; a page beyond the last one is empty', async () => {
  const beyond = await ada.api.get<Page<unknown>>('/users?page=250&per_page=3');
  assert.equal(beyond._pagination.page, 250);
  assert.deepEqual(beyond.items, []);
  assert.ok(beyond._pagination.total_items >= 1);
  assert.match(beyond._pagination._links.prev ?? '', /page=249&/);
  assert.equal(beyond._pagination._links.next, undefined);
  for (const path of ['/users', '/licenses', '/tags', '/trash', `/records/${all[0]?.id}/revisions`]) {
    const far = await ada.api.get<Page<unknown>>(`${path}?page=9007199254740991&per_page=100`);
    assert.deepEqual([far.items, far._pagination.page], [[], 9007199254740991], path);
  }
});

test('an empty list has one page', async () => {
  const { items, _pagination } = await ada.api.get<Records>('/records?query=zzzzqqqq&per_page=3');
  assert.deepEqual(items, []);
  assert.deepEqual([_pagination.total_items, _pagination.total_pages], [0, 1]);
  assert.deepEqual(Object.keys(_pagination._links), ['self']);
});

test('links of a page carry every parameter in its parsed form, and no other', async () => {
  const extras = JSON.stringify([{ key: 'a b', type: 'str', str: 'ü&=' }]);
  const query = new URLSearchParams([
    ['tag', ' Oven '],
    ['tag', 'b'],
    ['user', '1'],
    ['user', 'abc'],
    ['visibility', 'nonsense'],
    ['explicit_permissions', 'yes'],
    ['unknown', 'x'],
    ['extras', extras],
    ['page', '2'],
    ['per_page', '3'],
  ]);
  for (const root of ['/api/v1', '/api']) {
    const { _pagination, _actions } = await ada.api.get<Records>(`${root}/records?${query}`);
    const self = new URL(_pagination._links.self);
    assert.equal(self.origin + self.pathname, `${service.url}${root}/records`);
    assert.deepEqual(
      [...self.searchParams],
      [
        ['page', '2'],
        ['per_page', '3'],
        ['query', ''],
        ['extras', extras],
        ['sort', '_score'],
        ['explicit_permissions', 'True'],
        ['user', '1'],
        ['child_collections', 'False'],
        ['tag', 'oven'],
        ['tag', 'b'],
        ['tag_operator', 'or'],
        ['instance', ''],
      ],
    );
    assert.equal(new URL(_pagination._links.prev ?? '').searchParams.get('page'), '1');
    assert.deepEqual(_actions, { new_record: `${service.url}${root}/records` });
  }
});

test('the links of other lists carry their parameters as well', async () => {
  const cases: [path: string, query: [string, string][]][] = [
    [
      '/users',
      [
        ['filter', 'a&b'],
        ['inactive', 'True'],
      ],
    ],
    ['/licenses', [['filter', 'a']]],
    [
      '/tags',
      [
        ['filter', 'a'],
        ['type', 'record'],
      ],
    ],
    ['/trash', [['filter', 'a']]],
    [
      `/records/${all[0]?.id}/files`,
      [
        ['filter', 'a'],
        ['sort', 'name'],
      ],
    ],
    [
      `/records/${all[0]?.id}/roles/users`,
      [
        ['filter', 'a'],
        ['exclude', '3'],
        ['exclude', '4'],
      ],
    ],
    [`/records/${all[0]?.id}/roles/groups`, [['filter', 'a']]],
  ];
  for (const [path, query] of cases) {
    const { _pagination } = await ada.api.get<Page<unknown>>(`${path}?${new URLSearchParams(query)}`);
    const self = new URL(_pagination._links.self);
    assert.deepEqual([...self.searchParams], [['page', '1'], ['per_page', '10'], ...query], path);
  }
});

test('booleans are read leniently', async () => {
  const bob = await person(service);
  await record(bob, { visibility: 'public' });
  const total = async (value: string) =>
    (await ada.api.get<Records>(`/records?explicit_permissions=${value}`))._pagination.total_items;
  for (const value of ['true', 'True', 't', 'YES', 'y', 'on', '1', '%20true%20']) {
    assert.equal(await total(value), all.length, value);
  }
  for (const value of ['', 'false', '0', 'no', 'abc', '2']) assert.equal(await total(value), all.length + 1, value);
});

test('lists hold what the caller can read, by any way', async () => {
  const [owner, reader, viaGroup, stranger] = await Promise.all([1, 2, 3, 4].map(() => person(service)));
  assert.ok(owner && reader && viaGroup && stranger);
  const team = await group(service, owner, [viaGroup]);
  const direct = await record(owner);
  const grouped = await record(owner);
  const open = await record(owner, { visibility: 'public' });
  const trashed = await record(owner, { visibility: 'public' });
  await owner.api.delete(`/records/${trashed.id}`);
  await grant(service, direct, { user: reader }, 'member');
  await grant(service, grouped, { group: team }, 'member');
  const seen = async (by: typeof owner, more = '') => {
    const found = await by.api.get<Records>(`/records?user=${owner.id}&sort=created_at${more}`);
    assert.equal(found._pagination.total_items, found.items.length);
    return found.items.map(({ id }) => id);
  };
  assert.deepEqual(await seen(owner), [direct.id, grouped.id, open.id]);
  assert.deepEqual(await seen(reader), [direct.id, open.id]);
  assert.deepEqual(await seen(viaGroup), [grouped.id, open.id]);
  assert.deepEqual(await seen(stranger), [open.id]);
  assert.deepEqual(await seen(reader, '&explicit_permissions=1'), [direct.id]);
  assert.deepEqual(await seen(viaGroup, '&visibility=private'), [grouped.id]);
  // Totals are remembered; every way to gain or lose a right must be seen at once.
  await grant(service, open, { user: stranger }, 'member');
  await owner.api.patch(`/records/${open.id}`, { visibility: 'private' });
  assert.deepEqual(await seen(stranger), [open.id]);
  await owner.api.delete(`/records/${open.id}/roles/users/${stranger.id}`);
  assert.deepEqual(await seen(stranger), []);
  await owner.api.delete(`/records/${direct.id}`);
  assert.deepEqual(await seen(reader), []);
  await owner.api.post(`/records/${direct.id}/restore`, undefined, 200);
  assert.deepEqual(await seen(reader), [direct.id]);
});

test('filters narrow by creator, type, tag and mimetype', async () => {
  const bob = await person(service);
  const word = unique('filtered');
  const a = await record(bob, { type: `${word} A`, tags: [`${word} x`, `${word} y`] });
  const b = await record(bob, { type: `${word} b`, tags: [`${word} y`] });
  const upload = await bob.api.post<{ _actions: { upload_data: string } }>(`/records/${a.id}/uploads`, {
    name: 'data.csv',
    size: 3,
    mimetype: 'text/x-special',
  });
  await bob.api.send('PUT', upload._actions.upload_data, { raw: 'a,b' });
  const found = async (query: [string, string][]) => {
    const search = new URLSearchParams([...query, ['sort', 'created_at']]);
    return (await bob.api.get<Records>(`/records?${search}`)).items.map(({ id }) => id);
  };
  assert.deepEqual(await found([['type', `${word}  a `]]), [a.id]);
  assert.deepEqual(
    await found([
      ['type', `${word} a`],
      ['type', `${word} B`],
    ]),
    [a.id, b.id],
  );
  assert.deepEqual(
    await found([
      ['tag', `${word} X`],
      ['tag', `${word} y`],
    ]),
    [a.id, b.id],
  );
  assert.deepEqual(
    await found([
      ['tag', `${word} x`],
      ['tag', `${word} y`],
      ['tag_operator', 'and'],
    ]),
    [a.id],
  );
  assert.deepEqual(await found([['tag', `${word} x,${word} y`]]), []);
  assert.deepEqual(await found([['mimetype', ' TEXT/X-special ']]), [a.id]);
  assert.deepEqual(
    await found([
      ['user', String(bob.id)],
      ['user', '2147483647'],
    ]),
    [a.id, b.id],
  );
  assert.deepEqual(await found([['user', '2147483647']]), []);
  // What can't be read as a number is no filter at all.
  assert.deepEqual(await found([['user', 'abc']]), await found([]));
});

test('every sort orders as it says, unknown ones by change', async () => {
  const bob = await person(service);
  const made: RecordResource[] = [];
  for (const title of ['b', 'B', 'ä', 'a', 'Z']) made.push(await record(bob, { title }));
  await bob.api.patch(`/records/${made[1]?.id}`, { description: 'changed last' });
  const titles = async (sort: string) =>
    (await bob.api.get<Records>(`/records?user=${bob.id}&sort=${sort}`)).items.map(({ title }) => title);
  assert.deepEqual(await titles('title'), ['B', 'Z', 'a', 'b', 'ä']);
  assert.deepEqual(await titles('-title'), ['ä', 'b', 'a', 'Z', 'B']);
  assert.deepEqual(await titles('created_at'), ['b', 'B', 'ä', 'a', 'Z']);
  assert.deepEqual(await titles('-created_at'), ['Z', 'a', 'ä', 'B', 'b']);
  assert.deepEqual(await titles('last_modified'), ['b', 'ä', 'a', 'Z', 'B']);
  const newest = ['B', 'Z', 'a', 'ä', 'b'];
  for (const sort of ['', '_score', '-last_modified', '%20-last_modified%20', 'nonsense', 'Title']) {
    assert.deepEqual(await titles(sort), newest, sort);
  }
  assert.deepEqual(await titles('identifier'), ['b', 'B', 'ä', 'a', 'Z']);
});

test('a search at another instance that is not connected is the only bad parameter', async () => {
  await ada.api.refused(400, 'GET', '/records?instance=elsewhere');
  assert.deepEqual(await ids('instance=&user=0'), []);
});
