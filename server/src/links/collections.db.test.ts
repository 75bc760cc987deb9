import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { sql } from 'kysely';
import { type Caller, type TestApp, testApp } from '../main/test-app.ts';

let service: TestApp;
before(async () => {
  service = await testApp();
});
after(() => service.close());

type List = { items: { id: number }[]; _pagination: { total_items: number } };

/** Ids of a list, after making sure that its total is theirs. */
async function ids(user: Caller, path: string): Promise<number[]> {
  const list: List = await user.expect(200, 'GET', path);
  assert.equal(list._pagination.total_items, list.items.length, path);
  return list.items.map(({ id }) => id);
}
const share = (owner: Caller, path: string, user: Caller, role: string) =>
  owner.expect(201, 'POST', `${path}/roles/users`, { role: { name: role }, user: { id: user.id } });
const nest = (user: Caller, parent: number, child: number) =>
  user.expect(201, 'POST', `/collections/${parent}/collections`, { id: child });
const put = (user: Caller, collection: number, record: number) =>
  user.expect(201, 'POST', `/collections/${collection}/records`, { id: record });

suite('records in collections', () => {
  test('a record is linked and unlinked from either side, and shown from both', async () => {
    const ada = await service.user();
    const [c, r] = [await ada.create('collections'), await ada.create('records')];
    const [ofCollection, ofRecord] = [`/collections/${c}/records`, `/records/${r}/collections`];
    assert.deepEqual(await put(ada, c, r), {});
    const inside = await ada.expect(200, 'GET', ofCollection);
    assert.equal(inside.items[0]._actions.remove_link, `http://cairn.test/api/v1${ofCollection}/${r}`);
    const around = await ada.expect(200, 'GET', ofRecord);
    assert.equal(around.items[0]._actions.remove_link, `http://cairn.test/api/v1${ofRecord}/${c}`);
    await ada.expect(409, 'POST', ofRecord, { id: c });
    await ada.expect(204, 'DELETE', around.items[0]._actions.remove_link);
    assert.deepEqual([await ids(ada, ofCollection), await ids(ada, ofRecord)], [[], []]);
    await ada.expect(404, 'DELETE', inside.items[0]._actions.remove_link);
    await ada.expect(201, 'POST', ofRecord, { id: c });
    assert.deepEqual([await ids(ada, ofCollection), await ids(ada, ofRecord)], [[r], [c]]);
    await ada.expect(204, 'DELETE', inside.items[0]._actions.remove_link);
    assert.deepEqual(await ids(ada, ofRecord), []);
  });

  test('linking moves last_modified of both and revises none', async () => {
    const ada = await service.user();
    const paths = [`/collections/${await ada.create('collections')}`, `/records/${await ada.create('records')}`];
    const stamps = () => Promise.all(paths.map(async (path) => (await ada.expect(200, 'GET', path)).last_modified));
    const before = await stamps();
    const record = Number(paths[1]?.split('/').at(-1));
    await ada.expect(201, 'POST', `${paths[0]}/records`, { id: record });
    const linked = await stamps();
    await ada.expect(204, 'DELETE', `${paths[0]}/records/${record}`);
    const parted = await stamps();
    for (const i of [0, 1]) assert.ok(before[i] < linked[i] && linked[i] < parted[i]);
    for (const path of paths) {
      assert.equal((await ada.expect(200, 'GET', `${path}/revisions`))._pagination.total_items, 1);
    }
  });

  test('linking needs the right on both; missing and deleted ones are named as errors', async () => {
    const [ada, ben] = [await service.user(), await service.user()];
    const [c, r] = [await ada.create('collections'), await ben.create('records')];
    const path = `/collections/${c}/records`;
    const gone = await ada.create('records');
    await ada.expect(204, 'DELETE', `/records/${gone}`);
    for (const id of [gone, 2147483647, c]) {
      assert.ok((await ada.expect(400, 'POST', path, { id })).errors.id);
    }
    assert.ok((await ada.expect(400, 'POST', path, {})).errors.id);
    await ada.expect(403, 'POST', path, { id: r });
    await share(ben, `/records/${r}`, ada, 'member');
    await ada.expect(403, 'POST', path, { id: r });
    await ben.expect(403, 'POST', path, { id: r });
    await ben.expect(204, 'PATCH', `/records/${r}/roles/users/${ada.id}`, { name: 'collaborator' });
    await put(ada, c, r);
    await ben.expect(403, 'DELETE', `/records/${r}/collections/${c}`);
    const limited = await service.limited(ada, 'record.read', 'collection.read');
    assert.deepEqual((await limited.expect(401, 'POST', path, {})).scopes, ['collection.link']);
    assert.deepEqual((await limited.expect(401, 'POST', `/records/${r}/collections`, {})).scopes, ['record.link']);
    const reader = await service.limited(ada, 'collection.read');
    assert.deepEqual((await reader.expect(401, 'GET', path)).scopes, ['collection.read', 'record.read']);
  });

  test('lists and their totals follow every change at once, and hold only what the caller can read', async () => {
    const [ada, ben] = [await service.user(), await service.user()];
    const c = await ada.create('collections', { visibility: 'public' });
    const open = await ada.create('records', { visibility: 'public' });
    const secret = await ada.create('records', { title: 'The secret' });
    const path = `/collections/${c}/records`;
    await put(ada, c, open);
    assert.deepEqual([await ids(ben, path), await ids(ada, path)], [[open], [open]]);
    assert.deepEqual(await ids(ada, `/records/${secret}/collections`), []);
    await put(ada, c, secret);
    assert.deepEqual(await ids(ada, `/records/${secret}/collections`), [c]);
    assert.deepEqual(await ids(ben, path), [open]);
    assert.deepEqual(await ids(ben, `${path}?filter=secret`), []);
    assert.deepEqual(await ids(ada, path), [secret, open]);
    await share(ada, `/records/${secret}`, ben, 'member');
    assert.deepEqual(await ids(ben, path), [secret, open]);
    await ada.expect(204, 'DELETE', `/records/${secret}`);
    assert.deepEqual(await ids(ben, path), [open]);
    await ada.expect(200, 'POST', `/records/${secret}/restore`);
    assert.deepEqual(await ids(ben, path), [secret, open]);
    await ada.expect(200, 'PATCH', `/collections/${c}`, { visibility: 'private' });
    await ben.expect(403, 'GET', path);
    assert.deepEqual(await ids(ben, `/records/${open}/collections`), []);
    assert.deepEqual(await ids(ben, `/records?collection=${c}`), []);
    await ada.expect(204, 'DELETE', `/collections/${c}`);
    assert.deepEqual(await ids(ada, `/records/${open}/collections`), []);
  });

  test('lists are filtered, sorted, paged and limited to actions', async () => {
    const [ada, ben] = [await service.user(), await service.user()];
    const c = await ada.create('collections', { visibility: 'public' });
    const titles = ['b iron', 'A zinc', 'c Iron'];
    const records: number[] = [];
    for (const title of titles) {
      const id = await ada.create('records', { title, visibility: 'public' });
      records.push(id);
      await put(ada, c, id);
    }
    const [iron, zinc, oxide] = records;
    const path = `/collections/${c}/records`;
    assert.deepEqual(await ids(ada, `${path}?sort=title`), [zinc, iron, oxide]);
    assert.deepEqual(await ids(ada, `${path}?sort=-created_at&filter=IRON`), [oxide, iron]);
    await share(ada, `/records/${zinc}`, ben, 'editor');
    assert.deepEqual(await ids(ben, `${path}?action=update&action=link`), [zinc]);
    assert.deepEqual(await ids(ada, `${path}?action=fly`), []);
    const page = await ada.expect(200, 'GET', `${path}?per_page=1&sort=title&filter=iron&action=link&children=1`);
    assert.match(page._pagination._links.self, /&filter=iron&sort=title&action=link&children=True$/);
    const next = await ada.expect(200, 'GET', page._pagination._links.next);
    assert.deepEqual([page.items[0].id, next.items[0].id, next._pagination.total_items], [iron, oxide, 2]);
  });

  test('the records of a purged collection stay', async () => {
    const ada = await service.user();
    const [c, r] = [await ada.create('collections'), await ada.create('records')];
    await put(ada, c, r);
    await ada.expect(204, 'DELETE', `/collections/${c}`);
    await ada.expect(204, 'POST', `/collections/${c}/purge`);
    await ada.expect(200, 'GET', `/records/${r}`);
    await ada.expect(404, 'GET', `/collections/${c}`);
  });
});

suite('child collections', () => {
  test('a child shows its parent to those who can read it, and is listed below it', async () => {
    const [ada, ben] = [await service.user(), await service.user()];
    const p = await ada.create('collections');
    const c = await ada.create('collections', { visibility: 'public' });
    assert.equal('parent' in (await ada.expect(200, 'GET', `/collections/${c}`))._links, false);
    assert.deepEqual(await nest(ada, p, c), {});
    const parent = `http://cairn.test/api/v1/collections/${p}`;
    assert.equal((await ada.expect(200, 'GET', `/collections/${c}`))._links.parent, parent);
    assert.equal('parent' in (await ben.expect(200, 'GET', `/collections/${c}`))._links, false);
    const list = await ada.expect(200, 'GET', `/collections/${p}/collections`);
    assert.equal(list.items[0]._actions.remove_link, `${parent}/collections/${c}`);
    await ada.expect(204, 'DELETE', `/collections/${p}`);
    assert.equal((await ada.expect(200, 'GET', `/collections/${c}`))._links.parent, parent);
    await ada.expect(200, 'POST', `/collections/${p}/restore`);
    await ada.expect(204, 'DELETE', list.items[0]._actions.remove_link);
    assert.deepEqual(await ids(ada, `/collections/${p}/collections`), []);
    await ada.expect(404, 'DELETE', list.items[0]._actions.remove_link);
  });

  test('a second parent, itself and any cycle are refused', async () => {
    const ada = await service.user();
    const [a, b, c, d] = await Promise.all([1, 2, 3, 4].map(() => ada.create('collections')));
    await nest(ada, a as number, b as number);
    await nest(ada, b as number, c as number);
    for (const [parent, child] of [
      [a, a],
      [d, b],
      [a, b],
      [b, a],
      [c, a],
    ]) {
      await ada.expect(409, 'POST', `/collections/${parent}/collections`, { id: child });
    }
    await nest(ada, c as number, d as number);
    await ada.expect(409, 'POST', `/collections/${d}/collections`, { id: a });
  });

  test('a collection in the trash above still counts for cycles and keeps its children', async () => {
    const ada = await service.user();
    const [a, b, c] = await Promise.all([1, 2, 3].map(() => ada.create('collections')));
    await nest(ada, a as number, b as number);
    await nest(ada, b as number, c as number);
    await ada.expect(204, 'DELETE', `/collections/${b}`);
    await ada.expect(409, 'POST', `/collections/${c}/collections`, { id: a });
    await ada.expect(409, 'POST', `/collections/${a}/collections`, { id: c });
    const before = (await ada.expect(200, 'GET', `/collections/${c}`)).last_modified;
    await ada.expect(204, 'POST', `/collections/${b}/purge`);
    const freed = await ada.expect(200, 'GET', `/collections/${c}`);
    assert.equal('parent' in freed._links, false);
    assert.ok(freed.last_modified > before);
    await nest(ada, c as number, a as number);
  });

  test('rights are needed on both, and children that cannot be read are not listed', async () => {
    const [ada, ben] = [await service.user(), await service.user()];
    const p = await ada.create('collections', { visibility: 'public' });
    const [open, secret] = [await ada.create('collections', { visibility: 'public' }), await ada.create('collections')];
    const own = await ben.create('collections');
    await ben.expect(403, 'POST', `/collections/${p}/collections`, { id: own });
    await ben.expect(403, 'POST', `/collections/${own}/collections`, { id: open });
    assert.ok((await ada.expect(400, 'POST', `/collections/${p}/collections`, { id: 2147483647 })).errors.id);
    await nest(ada, p, open);
    await nest(ada, p, secret);
    assert.deepEqual(await ids(ben, `/collections/${p}/collections`), [open]);
    assert.deepEqual(await ids(ada, `/collections/${p}/collections?sort=-created_at`), [secret, open]);
    await ben.expect(403, 'DELETE', `/collections/${p}/collections/${open}`);
  });

  test('additions at the same time never close a cycle', async () => {
    const ada = await service.user();
    for (let round = 0; round < 8; round++) {
      const ring: number[] = await Promise.all([1, 2, 3, 4].map(() => ada.create('collections')));
      const edges = ring.map((parent, i) => [parent, ring[(i + 1) % 4] as number] as const);
      // Two edges that don't touch, so that the others find no common row to wait for.
      const answers = await Promise.all(
        [edges[0], edges[2], edges[1], edges[3]].map((edge) =>
          ada.send('POST', `/collections/${edge?.[0]}/collections`, { id: edge?.[1] }),
        ),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 201, 409]);
      const { rows } = await sql`select 1 from collection where id = any(${ring}) and parent_id is null`.execute(
        service.db,
      );
      assert.equal(rows.length, 1);
    }
  });
});

suite('records of child collections', () => {
  /** A chain a > b > c with a record in each, and their owner. */
  async function chain() {
    const ada = await service.user();
    const collections: number[] = [];
    const records: number[] = [];
    for (let i = 0; i < 3; i++) {
      const id = await ada.create('collections', { visibility: 'public' });
      const record = await ada.create('records', { visibility: 'public' });
      await put(ada, id, record);
      if (i > 0) await nest(ada, collections[i - 1] as number, id);
      collections.push(id);
      records.push(record);
    }
    const [a, b, c] = collections as [number, number, number];
    return { ada, a, b, c, records };
  }
  const sorted = async (user: Caller, path: string) => (await ids(user, path)).sort((x, y) => x - y);

  test('are listed at any depth, each once, with the address that removes them from the upper one', async () => {
    const { ada, a, c, records } = await chain();
    await put(ada, a, records[2] as number);
    const path = `/collections/${a}/records?children=true`;
    assert.deepEqual(await sorted(ada, path), records);
    assert.deepEqual(await sorted(ada, `/collections/${c}/records?children=true`), [records[2]]);
    const { items } = await ada.expect(200, 'GET', path);
    for (const { id, _actions } of items) {
      assert.equal(_actions.remove_link, `http://cairn.test/api/v1/collections/${a}/records/${id}`);
    }
    assert.deepEqual(await sorted(ada, `/records?collection=${a}&child_collections=true`), records);
    assert.deepEqual(await sorted(ada, `/records?collection=${c}&collection=${a}`), [records[0], records[2]]);
    assert.deepEqual(await ids(ada, '/records?collection=2147483647'), []);
  });

  test('a collection that cannot be read cuts off what is below it, also from totals already known', async () => {
    const { ada, a, b, c, records } = await chain();
    const ben = await service.user();
    const paths = [`/collections/${a}/records?children=true`, `/records?collection=${a}&child_collections=true`];
    const seen = async (expected: number[]) => {
      for (const path of paths) assert.deepEqual(await sorted(ben, path), expected, path);
    };
    await seen(records);
    await ada.expect(200, 'PATCH', `/collections/${b}`, { visibility: 'private' });
    await seen([records[0] as number]);
    await share(ada, `/collections/${b}`, ben, 'member');
    await seen(records);
    await ada.expect(204, 'DELETE', `/collections/${a}/collections/${b}`);
    await seen([records[0] as number]);
    await nest(ada, a, b);
    await ada.expect(204, 'DELETE', `/collections/${c}`);
    await seen([records[0] as number, records[1] as number]);
    assert.deepEqual(await sorted(ben, `/records?collection=${c}`), []);
  });

  test('lists take the same queries for 3 and for 30 items', async () => {
    const ada = await service.user();
    const [c, r] = [await ada.create('collections'), await ada.create('records')];
    const fill = async (count: number) => {
      for (let i = 0; i < count; i++) {
        const ben = await service.user();
        const open = { visibility: 'public' };
        const [child, record] = [await ben.create('collections', open), await ben.create('records', open)];
        await sql`insert into collection_record values (${c}, ${record}), (${child}, ${r})`.execute(service.db);
        await sql`update collection set parent_id = ${c} where id = ${child}`.execute(service.db);
      }
    };
    const paths = [
      `/collections/${c}/records`,
      `/collections/${c}/records?children=true`,
      `/collections/${c}/collections`,
      `/records/${r}/collections`,
    ];
    const costs = async () => {
      const counted: number[] = [];
      for (const path of paths) {
        const sign = path.includes('?') ? '&' : '?';
        counted.push(await service.queries(ada, `${path}${sign}per_page=100`));
      }
      return counted;
    };
    await fill(3);
    const few = await costs();
    await fill(27);
    assert.deepEqual(
      await costs(),
      few.map((cost) => cost),
    );
    assert.ok(Math.max(...few) <= 5, String(few));
  });
});
