import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { sql } from 'kysely';
import { type Caller, type TestApp, testApp } from '../main/test-app.ts';

let service: TestApp;
before(async () => {
  service = await testApp();
});
after(() => service.close());

const share = (owner: Caller, id: number, user: Caller, role: string) =>
  owner.expect(201, 'POST', `/records/${id}/roles/users`, { role: { name: role }, user: { id: user.id } });
const link = (user: Caller, from: number, to: number, name = 'cites', more: object = {}) =>
  user.expect(201, 'POST', `/records/${from}/records`, { name, record_to: { id: to }, ...more });
const modified = async (user: Caller, id: number) => (await user.expect(200, 'GET', `/records/${id}`)).last_modified;

suite('links between records', () => {
  test('a link is answered with its target, in both directions, and singly', async () => {
    const ada = await service.user();
    const [a, b] = [await ada.create('records'), await ada.create('records')];
    const made = await link(ada, a, b, ' is  part of ', { term: null });
    const self = `http://cairn.test/api/v1/records/${a}/records/${made.id}`;
    assert.deepEqual([made.name, made.term, made.record_to.id, made.creator.id], ['is part of', null, b, ada.id]);
    assert.deepEqual([made._links, made._actions], [{ self }, { edit: self, remove: self }]);
    assert.deepEqual(await ada.expect(200, 'GET', self), made);
    const both = await ada.expect(200, 'GET', `/records/records/${made.id}`);
    assert.deepEqual([both.record_from.id, both.record_to.id], [a, b]);
    const out = await ada.expect(200, 'GET', `/records/${a}/records`);
    assert.deepEqual(out.items, [made]);
    const into = await ada.expect(200, 'GET', `/records/${b}/records?direction=in`);
    assert.deepEqual([into.items[0].record_from.id, 'record_to' in into.items[0]], [a, false]);
    assert.equal(into.items[0]._links.self, self);
    assert.deepEqual((await ada.expect(200, 'GET', `/records/${b}/records`)).items, []);
    await ada.expect(404, 'GET', `/records/${b}/records/${made.id}`);
  });

  test('creating, changing and removing a link moves and revises both records', async () => {
    const ada = await service.user();
    const [a, b, c] = [await ada.create('records'), await ada.create('records'), await ada.create('records')];
    const revisions = async (id: number) => {
      const { items } = await ada.expect(200, 'GET', `/records/${id}/revisions`);
      return items.map(({ data }: { data: { links_to: object[]; linked_from: object[] } }) => [
        data.links_to,
        data.linked_from,
      ]);
    };
    const stamps = () => Promise.all([a, b, c].map((id) => modified(ada, id)));
    let before = await stamps();
    const moved = async () => {
      const now = await stamps();
      const which = now.map((stamp, i) => stamp > (before[i] ?? ''));
      before = now;
      return which;
    };
    const { id } = await link(ada, a, b, 'cites', { term: 'http://x.test/cites' });
    assert.deepEqual(await moved(), [true, true, false]);
    const entry = { id, name: 'cites', term: 'http://x.test/cites' };
    assert.deepEqual((await revisions(a))[0], [[{ ...entry, record_to_id: b }], []]);
    assert.deepEqual((await revisions(b))[0], [[], [{ ...entry, record_from_id: a }]]);

    await ada.expect(200, 'PATCH', `/records/${a}/records/${id}`, { record_to: {}, name: 'cites' });
    assert.deepEqual(await moved(), [false, false, false]);
    const changed = await ada.expect(200, 'PATCH', `/records/${a}/records/${id}`, { record_to: { id: c }, term: null });
    assert.deepEqual([changed.record_to.id, changed.term, changed.name], [c, null, 'cites']);
    assert.deepEqual(await moved(), [true, true, true]);
    assert.deepEqual((await revisions(b))[0], [[], []]);
    assert.equal((await revisions(c)).length, 2);

    await ada.expect(204, 'DELETE', `/records/${a}/records/${id}`);
    assert.deepEqual(await moved(), [true, false, true]);
    assert.deepEqual((await revisions(a))[0], [[], []]);
    await ada.expect(404, 'DELETE', `/records/${a}/records/${id}`);
  });

  test('a link to itself and one that exists are refused', async () => {
    const ada = await service.user();
    const [a, b, c] = [await ada.create('records'), await ada.create('records'), await ada.create('records')];
    const path = `/records/${a}/records`;
    const { id } = await link(ada, a, b, 'x');
    await ada.expect(409, 'POST', path, { name: 'x', record_to: { id: a } });
    await ada.expect(409, 'POST', path, { name: ' x ', record_to: { id: b }, term: 'http://other.test' });
    await link(ada, a, b, 'y');
    await link(ada, b, a, 'x');
    await link(ada, a, c, 'x');
    await ada.expect(409, 'PATCH', `${path}/${id}`, { name: 'y' });
    await ada.expect(409, 'PATCH', `${path}/${id}`, { record_to: { id: c } });
    await ada.expect(409, 'PATCH', `${path}/${id}`, { record_to: { id: a } });
  });

  test('bodies are checked after the right on the record and before the one on the target', async () => {
    const [ada, ben] = [await service.user(), await service.user()];
    const [a, secret, gone] = [await ada.create('records'), await ben.create('records'), await ada.create('records')];
    await ada.expect(204, 'DELETE', `/records/${gone}`);
    const path = `/records/${a}/records`;
    const errors = async (body: unknown) => (await ada.expect(400, 'POST', path, body)).errors;
    assert.deepEqual(Object.keys(await errors({})).sort(), ['name', 'record_to']);
    assert.ok((await errors({ name: 'x', record_to: { id: gone } })).record_to.id);
    assert.ok((await errors({ name: 'x', record_to: { id: 2147483647 } })).record_to.id);
    assert.ok((await errors({ name: 'x', record_to: { id: secret }, term: 'a b' })).term);
    await ada.expect(403, 'POST', path, { name: 'x', record_to: { id: secret } });
    await share(ben, secret, ada, 'member');
    await ada.expect(403, 'POST', path, { name: 'x', record_to: { id: secret } });
    await ben.expect(403, 'POST', path, {});
    const reader = await service.limited(ada, 'record.read');
    assert.deepEqual((await reader.expect(401, 'POST', path, {})).scopes, ['record.link']);
    assert.equal('creator' in (await reader.expect(200, 'GET', `/records/${a}`)), false);
  });

  test('a change needs the right to link on both records, and on a new target', async () => {
    const [ada, ben] = [await service.user(), await service.user()];
    const [a, b, c] = [await ada.create('records'), await ada.create('records'), await ada.create('records')];
    const { id } = await link(ada, a, b);
    const path = `/records/${a}/records/${id}`;
    await share(ada, a, ben, 'collaborator');
    await share(ada, b, ben, 'member');
    await share(ada, c, ben, 'member');
    await ben.expect(403, 'PATCH', path, { name: 'z' });
    await ben.expect(403, 'DELETE', path);
    await ada.expect(204, 'PATCH', `/records/${b}/roles/users/${ben.id}`, { name: 'collaborator' });
    await ben.expect(200, 'PATCH', path, { name: 'z' });
    await ben.expect(403, 'PATCH', path, { record_to: { id: c } });
    await ben.expect(204, 'DELETE', path);
  });

  test('nothing of a record that cannot be read shows in lists or counts; singly it is 403', async () => {
    const [ada, ben] = [await service.user(), await service.user()];
    const [a, open] = [await ada.create('records', { visibility: 'public' }), await ada.create('records')];
    const secret = await ada.create('records', { title: 'The secret' });
    const { id } = await link(ada, a, secret, 'hides');
    await link(ada, a, open, 'shows');
    await share(ada, open, ben, 'member');
    const list = await ben.expect(200, 'GET', `/records/${a}/records`);
    assert.deepEqual(
      list.items.map(({ name }: { name: string }) => name),
      ['shows'],
    );
    assert.equal(list._pagination.total_items, 1);
    assert.equal(JSON.stringify(list).includes('secret'), false);
    for (const filter of ['hides', 'The secret']) {
      const none = await ben.expect(200, 'GET', `/records/${a}/records?filter=${filter}`);
      assert.deepEqual([none.items, none._pagination.total_items], [[], 0]);
    }
    await ben.expect(403, 'GET', `/records/${a}/records/${id}`);
    await ben.expect(403, 'GET', `/records/records/${id}`);
    await ben.expect(403, 'GET', `/records/${secret}/records?direction=in`);
    await ben.expect(404, 'GET', '/records/records/2147483647');
  });

  test('a link to a record in the trash is hidden, can be removed, and comes back with the record', async () => {
    const ada = await service.user();
    const [a, b] = [await ada.create('records'), await ada.create('records')];
    const { id } = await link(ada, a, b, 'one');
    const two = await link(ada, a, b, 'two');
    await ada.expect(204, 'DELETE', `/records/${b}`);
    assert.deepEqual((await ada.expect(200, 'GET', `/records/${a}/records`)).items, []);
    await ada.expect(404, 'GET', `/records/${a}/records/${id}`);
    await ada.expect(404, 'GET', `/records/records/${id}`);
    await ada.expect(404, 'PATCH', `/records/${a}/records/${id}`, { name: 'x' });
    await ada.expect(204, 'DELETE', `/records/${a}/records/${id}`);
    await ada.expect(200, 'POST', `/records/${b}/restore`);
    const { items } = await ada.expect(200, 'GET', `/records/${a}/records`);
    assert.deepEqual(
      items.map((item: { id: number }) => item.id),
      [two.id],
    );
  });

  test('lists are filtered, sorted, limited to actions, and keep their parameters in the links', async () => {
    const [ada, ben] = [await service.user(), await service.user()];
    const a = await ada.create('records', { visibility: 'public' });
    const targets = [];
    for (const [name, title] of [
      ['b', 'Iron'],
      ['A', 'Zinc'],
      ['c', 'iron oxide'],
    ] as const) {
      const id = await ada.create('records', { title, visibility: 'public' });
      targets.push(id);
      await link(ada, a, id, name);
    }
    const listed = async (query: string, user = ada) => {
      const list = await user.expect(200, 'GET', `/records/${a}/records?${query}`);
      assert.equal(list._pagination.total_items, list.items.length);
      return list.items.map(({ name }: { name: string }) => name).join('');
    };
    assert.equal(await listed(''), 'cAb');
    assert.equal(await listed('sort=created_at'), 'bAc');
    assert.equal(await listed('sort=name'), 'Abc');
    assert.equal(await listed('sort=-name'), 'cbA');
    assert.equal(await listed('sort=title'), 'cAb');
    assert.equal(await listed('sort=name&filter=IRON'), 'bc');
    assert.equal(await listed('filter=%25'), '');
    await share(ada, targets[1] as number, ben, 'collaborator');
    assert.equal(await listed('action=link', ben), 'A');
    assert.equal(await listed('action=link&action=update', ben), '');
    assert.equal(await listed('action=fly'), '');
    const page = await ada.expect(200, 'GET', `/records/${a}/records?per_page=1&sort=name&filter=iron&action=link`);
    const second = await ada.expect(200, 'GET', page._pagination._links.next);
    assert.deepEqual([page.items[0].name, second.items[0].name, second._pagination.total_items], ['b', 'c', 2]);
  });

  test('linking in both directions at once: every request answers, every link is there once', async () => {
    const ada = await service.user();
    const [a, b] = [await ada.create('records'), await ada.create('records')];
    const all = await Promise.all(
      [1, 2, 3, 4].flatMap((i) => [
        ada.send('POST', `/records/${a}/records`, { name: `n${i % 2}`, record_to: { id: b } }),
        ada.send('POST', `/records/${b}/records`, { name: `n${i % 2}`, record_to: { id: a } }),
      ]),
    );
    assert.deepEqual(all.map(({ status }) => status).sort(), [201, 201, 201, 201, 409, 409, 409, 409]);
    const newest = await ada.expect(200, 'GET', `/records/${a}/revisions`);
    assert.deepEqual([newest.items[0].data.links_to.length, newest.items[0].data.linked_from.length], [2, 2]);
  });

  test('a list takes the same queries for 3 and for 30 links', async () => {
    const ada = await service.user();
    const a = await ada.create('records', { visibility: 'public' });
    const fill = async (count: number) => {
      for (let i = 0; i < count; i++) {
        const ben = await service.user();
        const id = await ben.create('records', { visibility: 'public' });
        await sql`insert into record_link (from_id, to_id, name, creator_id) values (${a}, ${id}, 'x', ${ben.id})`.execute(
          service.db,
        );
      }
    };
    await fill(3);
    const few = await service.queries(ada, `/records/${a}/records?per_page=100`);
    await fill(27);
    const many = await service.queries(ada, `/records/${a}/records?per_page=100`);
    // The row and its right; the page with its total; the creators of records; those of links are known by then.
    assert.deepEqual([few, many], [3, 3]);
  });
});
