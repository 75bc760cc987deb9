import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { type Caller, type TestApp, testApp } from '../main/test-app.ts';

let service: TestApp;
before(async () => {
  service = await testApp();
});
after(() => service.close());

const ids = ({ items }: { items: { id: number }[] }) => items.map(({ id }) => id);
const add = (by: Caller, group: number, user: Caller, name = 'member') =>
  by.expect(201, 'POST', `/groups/${group}/members`, { role: { name }, user: { id: user.id } });
const give = (by: Caller, path: string, group: number, name = 'member') =>
  by.expect(201, 'POST', `${path}/roles/groups`, { role: { name }, group: { id: group } });

suite('groups', () => {
  test('a group is created, read, changed, deleted and restored with its revisions', async () => {
    const ada = await service.user();
    const made = await ada.expect(201, 'POST', '/groups', {
      identifier: ' Lab-A ',
      title: ' Lab  A',
      description: '**slow**',
    });
    const self = `http://cairn.test/api/v1/groups/${made.id}`;
    assert.deepEqual(
      [made.identifier, made.title, made.plain_description, made.visibility, made.state, made.creator.id],
      ['lab-a', 'Lab A', 'slow', 'private', 'active', ada.id],
    );
    assert.deepEqual(made._links, {
      self,
      members: `${self}/members`,
      records: `${self}/records`,
      collections: `${self}/collections`,
      templates: `${self}/templates`,
      revisions: `${self}/revisions`,
      view: `http://cairn.test/groups/${made.id}`,
    });
    assert.deepEqual(made._actions, { edit: self, delete: self, add_member: `${self}/members` });
    assert.deepEqual(await ada.expect(200, 'GET', '/groups/identifier/lab-a'), made);
    assert.equal((await ada.expect(200, 'PATCH', self, made)).last_modified, made.last_modified);
    await ada.expect(200, 'PATCH', self, { title: 'Lab B', visibility: 'public' });
    await ada.expect(204, 'DELETE', self);
    await ada.expect(404, 'GET', self);
    await ada.expect(200, 'POST', `${self}/restore`);
    const { items } = await ada.expect(200, 'GET', `${self}/revisions`);
    assert.deepEqual(
      items.map(({ diff }: { diff: object }) => diff),
      [
        { state: 'deleted' },
        { state: 'active' },
        { title: 'Lab A', visibility: 'private' },
        { identifier: null, title: null, description: null, visibility: null, state: null },
      ],
    );
    assert.ok((await ada.expect(409, 'POST', '/groups', { identifier: 'lab-a', title: 'x' })).errors.identifier);
    const { errors } = await ada.expect(400, 'POST', '/groups', { identifier: 'x', title: 'X', tags: [], data: {} });
    assert.deepEqual(Object.keys(errors).sort(), ['data', 'tags']);
  });

  test('members are listed with the creator first, read the group, and hold it as their role allows', async () => {
    const [ada, ben, cem] = [await service.user(), await service.user(), await service.user()];
    const id = await ada.create('groups');
    await ben.expect(403, 'GET', `/groups/${id}`);
    await add(ada, id, ben);
    await add(ada, id, cem, 'editor');
    const list = await ben.expect(200, 'GET', `/groups/${id}/members`);
    assert.deepEqual(
      list.items.map(({ role, user }: { role: { name: string }; user: { id: number } }) => [role.name, user.id]),
      [
        ['admin', ada.id],
        ['editor', cem.id],
        ['member', ben.id],
      ],
    );
    const self = `http://cairn.test/api/v1/groups/${id}/members/${ben.id}`;
    assert.deepEqual(list.items[2]._actions, { change: self, remove: self });
    await ben.expect(403, 'PATCH', `/groups/${id}`, { title: 'x' });
    await cem.expect(200, 'PATCH', `/groups/${id}`, { title: 'x' });
    await cem.expect(403, 'DELETE', self);
    await ada.expect(409, 'POST', `/groups/${id}/members`, { role: { name: 'admin' }, user: { id: ben.id } });
    await ada.expect(400, 'PATCH', self, { name: 'collaborator' });
    await ada.expect(409, 'DELETE', `/groups/${id}/members/${ada.id}`);
    await ada.expect(204, 'DELETE', self);
    await ben.expect(403, 'GET', `/groups/${id}`);
    assert.equal((await ada.send('GET', `/groups/${id}/roles/users`)).status, 404);
  });

  test('the search finds readable groups; with member_only those of which the caller is a member', async () => {
    const [ada, ben] = [await service.user(), await service.user()];
    const mine = await ben.create('groups', { title: 'Quartz mine' });
    const open = await ada.create('groups', { title: 'Quartz open', visibility: 'public' });
    const secret = await ada.create('groups', { title: 'Quartz secret' });
    const found = async (user: Caller, query: string) => {
      const list = await user.expect(200, 'GET', `/groups?${query}`);
      assert.equal(list._actions.new_group, 'http://cairn.test/api/v1/groups');
      assert.equal(list._pagination.total_items, list.items.length);
      return ids(list);
    };
    assert.deepEqual(await found(ben, 'query=quartz'), [open, mine]);
    assert.deepEqual(await found(ben, 'query=quartz&member_only=true'), [mine]);
    assert.deepEqual(await found(ben, 'member_only=true'), [mine]);
    assert.deepEqual(await found(ben, `user=${ada.id}&visibility=public`), [open]);
    await add(ada, secret, ben);
    assert.deepEqual(await found(ben, 'member_only=true'), [secret, mine]);
    assert.deepEqual(await found(ben, 'query=quartz&member_only=true&sort=title'), [mine, secret]);
    await ada.expect(204, 'DELETE', `/groups/${secret}/members/${ben.id}`);
    assert.deepEqual(await found(ben, 'member_only=true'), [mine]);
  });

  test('member_only means membership for who may see all groups, too', async () => {
    const [ada, root] = [await service.user(), await service.user()];
    await service.db.updateTable('app_user').set({ system_role: 'admin' }).where('id', '=', root.id).execute();
    const secret = await ada.create('groups');
    assert.ok(ids(await root.expect(200, 'GET', '/groups?per_page=100')).includes(secret));
    assert.deepEqual(ids(await root.expect(200, 'GET', '/groups?member_only=true')), []);
  });

  for (const plural of ['records', 'collections', 'templates']) {
    const more = plural === 'templates' ? { type: 'extras', data: [] } : {};

    test(`in the trash a group opens no ${plural}, and again what it opened once it is restored`, async () => {
      const [ada, ben] = [await service.user(), await service.user()];
      const group = await ada.create('groups');
      await add(ada, group, ben);
      const id = await ada.create(plural, more);
      const path = `/${plural}/${id}`;
      await give(ada, path, group);
      const total = async () =>
        (await ben.expect(200, 'GET', `/${plural}?explicit_permissions=true`))._pagination.total_items;
      assert.equal(await total(), 1);
      await ben.expect(200, 'GET', path);
      await ada.expect(204, 'DELETE', `/groups/${group}`);
      await ben.expect(403, 'GET', path);
      assert.equal(await total(), 0);
      assert.deepEqual((await ada.expect(200, 'GET', `${path}/roles/groups`)).items, []);
      await ada.expect(200, 'POST', `/groups/${group}/restore`);
      await ben.expect(200, 'GET', path);
      assert.equal(await total(), 1);
      assert.equal((await ada.expect(200, 'GET', `${path}/roles/groups`)).items.length, 1);
    });

    test(`purging a group takes its roles on ${plural} and moves their last_modified, except in the trash`, async () => {
      const [ada, ben] = [await service.user(), await service.user()];
      const group = await ada.create('groups');
      await add(ada, group, ben);
      const [id, trashed, other] = [
        await ada.create(plural, more),
        await ada.create(plural, more),
        await ada.create(plural, more),
      ];
      await give(ada, `/${plural}/${id}`, group);
      await give(ada, `/${plural}/${trashed}`, group);
      await ada.expect(204, 'DELETE', `/${plural}/${trashed}`);
      await ada.expect(204, 'DELETE', `/groups/${group}`);
      const moment = async (of: number) => (await ada.expect(200, 'GET', `/${plural}/${of}`)).last_modified;
      const deletedAt = async () =>
        (await ada.expect(200, 'GET', '/trash')).items.find(({ id: of }: { id: number }) => of === trashed).deleted_at;
      const before = [await moment(id), await moment(other), await deletedAt()];
      await ben.expect(404, 'POST', `/groups/${group}/purge`);
      await ada.expect(204, 'POST', `/groups/${group}/purge`);
      await ada.expect(404, 'GET', `/groups/${group}`);
      assert.ok((await moment(id)) > (before[0] as string));
      assert.deepEqual([await moment(other), await deletedAt()], before.slice(1));
      const left = await service.db.selectFrom('role').select('id').where('group_id', '=', group).execute();
      assert.deepEqual(left, []);
      await ben.expect(403, 'GET', `/${plural}/${id}`);
      assert.equal((await ada.expect(200, 'GET', `/${plural}/${id}/revisions`))._pagination.total_items, 1);
    });
  }

  test('a purge, a restore and a new role at once leave either the group or nothing of it', async () => {
    const ada = await service.user();
    for (let round = 0; round < 5; round++) {
      const group = await ada.create('groups');
      const record = await ada.create('records');
      await give(ada, `/records/${record}`, group);
      const other = await ada.create('records');
      await ada.expect(204, 'DELETE', `/groups/${group}`);
      const role = { role: { name: 'member' }, group: { id: group } };
      const [purge, restore, added] = await Promise.all([
        ada.send('POST', `/groups/${group}/purge`),
        ada.send('POST', `/groups/${group}/restore`),
        ada.send('POST', `/records/${other}/roles/groups`, role),
      ]);
      const purged = purge.status === 204;
      assert.deepEqual([purge.status, restore.status], purged ? [204, 404] : [404, 200]);
      assert.ok([201, 400].includes(added.status), String(added.status));
      assert.equal((await ada.send('GET', `/groups/${group}`)).status, purged ? 404 : 200);
      const held = await service.db.selectFrom('role').select('resource_id').where('group_id', '=', group).execute();
      const kept = [record, ...(added.status === 201 ? [other] : [])];
      assert.deepEqual(
        held.map((row) => row.resource_id).sort((a, b) => a - b),
        purged ? [] : kept,
      );
    }
  });

  test("two purges of groups with roles on the same resources do not get in each other's way", async () => {
    const ada = await service.user();
    const records = [];
    for (let i = 0; i < 8; i++) records.push(await ada.create('records'));
    const groups = [];
    for (let i = 0; i < 4; i++) {
      const group = await ada.create('groups');
      for (const id of i % 2 === 0 ? records : records.toReversed()) await give(ada, `/records/${id}`, group);
      await ada.expect(204, 'DELETE', `/groups/${group}`);
      groups.push(group);
    }
    const answers = await Promise.all(groups.map((group) => ada.send('POST', `/groups/${group}/purge`)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [204, 204, 204, 204],
    );
  });

  test('a group that cannot be read is not found by any list, count or name', async () => {
    const [ada, ben] = [await service.user(), await service.user()];
    const before = (await ben.expect(200, 'GET', '/groups'))._pagination.total_items;
    const secret = await ada.create('groups', { title: 'Unheard-of' });
    const { identifier } = await ada.expect(200, 'GET', `/groups/${secret}`);
    const shown = await ben.expect(200, 'GET', '/groups?query=unheard');
    assert.deepEqual([shown.items, shown._pagination.total_items], [[], 0]);
    assert.equal((await ben.expect(200, 'GET', '/groups'))._pagination.total_items, before);
    for (const path of ['', '/members', '/revisions', '/records', '/collections', '/templates']) {
      await ben.expect(403, 'GET', `/groups/${secret}${path}`);
    }
    await ben.expect(403, 'GET', `/groups/identifier/${identifier}`);
  });

  test('lists take the same queries for 3 and for 30 groups or members', async () => {
    const ada = await service.user();
    const group = await ada.create('groups');
    for (let i = 0; i < 29; i++) {
      await ada.create('groups');
      await add(ada, group, await service.user());
    }
    for (const path of ['/groups?member_only=1', `/groups?user=${ada.id}`, `/groups/${group}/members?`]) {
      await ada.expect(200, 'GET', path);
      const [few, many] = [
        await service.queries(ada, `${path}&per_page=3`),
        await service.queries(ada, `${path}&per_page=30`),
      ];
      assert.equal(few, many, path);
    }
  });
});
