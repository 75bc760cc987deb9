import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { sql } from 'kysely';
import { type Caller, type TestApp, testApp } from '../main/test-app.ts';

let service: TestApp;
before(async () => {
  service = await testApp();
});
after(() => service.close());

const ids = ({ items }: { items: { id: number }[] }) => items.map(({ id }) => id);
const list = async (user: Caller, path: string) => {
  const page = await user.expect(200, 'GET', path);
  assert.equal(page._pagination.total_items, page.items.length);
  return ids(page);
};
const give = (by: Caller, path: string, to: { user: Caller } | { group: number }, name = 'member') =>
  'user' in to
    ? by.expect(201, 'POST', `${path}/roles/users`, { role: { name }, user: { id: to.user.id } })
    : by.expect(201, 'POST', `${path}/roles/groups`, { role: { name }, group: { id: to.group } });
const join = (by: Caller, group: number, user: Caller) =>
  by.expect(201, 'POST', `/groups/${group}/members`, { role: { name: 'member' }, user: { id: user.id } });

for (const plural of ['records', 'collections', 'templates']) {
  const more = plural === 'templates' ? { type: 'extras', data: [] } : {};
  const create = (by: Caller, fields: object = {}) => by.create(plural, { ...more, ...fields });

  suite(`${plural} of users`, () => {
    test('are those that the user created and the caller can read', async () => {
      const [ada, ben, cem] = [await service.user(), await service.user(), await service.user()];
      const open = await create(ada, { visibility: 'public' });
      const secret = await create(ada);
      const given = await create(ada);
      const trashed = await create(ada, { visibility: 'public' });
      await create(cem, { visibility: 'public' });
      await give(ada, `/${plural}/${given}`, { user: ben });
      await ada.expect(204, 'DELETE', `/${plural}/${trashed}`);
      const path = `/users/${ada.id}/${plural}`;
      assert.deepEqual(await list(ada, path), [given, secret, open]);
      assert.deepEqual(await list(ben, path), [given, open]);
      assert.deepEqual(await list(cem, path), [open]);
      await ada.expect(204, 'DELETE', `/${plural}/${given}/roles/users/${ben.id}`);
      assert.deepEqual(await list(ben, path), [open]);
    });

    test('are, with shared, those of the caller on which the user has a role, also through a group', async () => {
      const [ada, ben] = [await service.user(), await service.user()];
      const group = await ada.create('groups');
      await join(ada, group, ben);
      const direct = await create(ada);
      const through = await create(ada);
      const both = await create(ada);
      await create(ada, { visibility: 'public' });
      const foreign = await create(ben);
      await give(ben, `/${plural}/${foreign}`, { user: ada });
      await give(ada, `/${plural}/${direct}`, { user: ben });
      await give(ada, `/${plural}/${both}`, { user: ben });
      await give(ada, `/${plural}/${through}`, { group }, 'editor');
      await give(ada, `/${plural}/${both}`, { group });
      const path = `/users/${ben.id}/${plural}?shared=true`;
      assert.deepEqual(new Set(await list(ada, path)), new Set([direct, through, both]));
      assert.deepEqual(await list(ben, `/users/${ada.id}/${plural}?shared=1`), [foreign]);
      assert.equal((await list(ada, `/users/${ada.id}/${plural}?shared=1`)).length, 4);
      await ada.expect(204, 'DELETE', `/groups/${group}/members/${ben.id}`);
      assert.deepEqual(new Set(await list(ada, path)), new Set([direct, both]));
      await join(ada, group, ben);
      await ada.expect(204, 'DELETE', `/groups/${group}`);
      assert.deepEqual(new Set(await list(ada, path)), new Set([direct, both]));
    });

    test('are filtered, sorted and paged, and the links keep the parameters', async () => {
      const ada = await service.user();
      const [b, a] = [await create(ada, { title: 'B quartz' }), await create(ada, { title: 'A QUARTZ' })];
      await create(ada, { title: 'Other' });
      const path = `/users/${ada.id}/${plural}`;
      assert.deepEqual(await list(ada, `${path}?filter=quartz&sort=title`), [a, b]);
      assert.deepEqual(await list(ada, `${path}?filter=quartz&sort=created_at`), [b, a]);
      assert.deepEqual(await list(ada, `${path}?filter=%25`), []);
      const page = await ada.expect(200, 'GET', `${path}?filter=quartz&sort=title&shared=yes&per_page=1`);
      assert.deepEqual([ids(page), page._pagination.total_items], [[a], 2]);
      assert.equal(
        page._pagination._links.next,
        `http://cairn.test/api/v1${path}?page=2&per_page=1&filter=quartz&sort=title&shared=True`,
      );
      assert.deepEqual(ids(await ada.expect(200, 'GET', page._pagination._links.next)), [b]);
    });

    test('need both scopes and an existing user; an inactive one keeps them', async () => {
      const [ada, ben] = [await service.user(), await service.user()];
      const kind = plural.slice(0, -1);
      const limited = await service.limited(ada, `${kind}.read`);
      const { scopes } = await limited.expect(401, 'GET', `/users/${ben.id}/${plural}`);
      assert.deepEqual(scopes, ['user.read', `${kind}.read`]);
      for (const id of ['2147483647', '99999999999', 'x', '0']) await ada.expect(404, 'GET', `/users/${id}/${plural}`);
      const id = await create(ben, { visibility: 'public' });
      await sql`update app_user set state = 'inactive' where id = ${ben.id}`.execute(service.db);
      assert.deepEqual(await list(ada, `/users/${ben.id}/${plural}`), [id]);
    });

    test('take the same queries for 3 and for 30', async () => {
      const [ada, ben] = [await service.user(), await service.user()];
      for (let i = 0; i < 30; i++) await give(ada, `/${plural}/${await create(ada)}`, { user: ben });
      for (const path of [`/users/${ada.id}/${plural}?`, `/users/${ben.id}/${plural}?shared=1`]) {
        await ada.expect(200, 'GET', path);
        const few = await service.queries(ada, `${path}&per_page=3`);
        assert.equal(await service.queries(ada, `${path}&per_page=30`), few);
      }
    });
  });

  suite(`${plural} of groups`, () => {
    test('are those on which the group has a role and that the caller can read', async () => {
      const [ada, ben, eve] = [await service.user(), await service.user(), await service.user()];
      const group = await ada.create('groups', { visibility: 'public' });
      const other = await ada.create('groups');
      await join(ada, group, ben);
      const held = await create(ada);
      const open = await create(ada, { visibility: 'public' });
      const trashed = await create(ada);
      await create(ada, { visibility: 'public' });
      const path = `/groups/${group}/${plural}`;
      for (const id of [held, open, trashed]) await give(ada, `/${plural}/${id}`, { group });
      await give(ada, `/${plural}/${held}`, { group: other });
      await ada.expect(204, 'DELETE', `/${plural}/${trashed}`);
      assert.deepEqual(await list(ben, path), [held, open]);
      // What a member sees of a public group, a stranger does not, nor that there is more.
      assert.deepEqual(await list(eve, path), [open]);
      assert.deepEqual(await list(ada, `/groups/${other}/${plural}`), [held]);
      await eve.expect(403, 'GET', `/groups/${other}/${plural}`);
      await ada.expect(204, 'DELETE', `/${plural}/${held}/roles/groups/${group}`);
      assert.deepEqual(await list(ben, path), [open]);
      await ada.expect(204, 'DELETE', `/groups/${group}`);
      await ada.expect(404, 'GET', path);
    });

    test('are filtered, sorted and paged, and the links keep the parameters', async () => {
      const ada = await service.user();
      const group = await ada.create('groups');
      const [b, a] = [await create(ada, { title: 'B quartz' }), await create(ada, { title: 'A QUARTZ' })];
      for (const id of [b, a, await create(ada)]) await give(ada, `/${plural}/${id}`, { group });
      const path = `/groups/${group}/${plural}`;
      assert.deepEqual(await list(ada, `${path}?filter=quartz&sort=-title`), [b, a]);
      const page = await ada.expect(200, 'GET', `${path}?filter=quartz&sort=title&per_page=1`);
      assert.equal(
        page._pagination._links.next,
        `http://cairn.test/api/v1${path}?page=2&per_page=1&filter=quartz&sort=title`,
      );
      assert.deepEqual(ids(await ada.expect(200, 'GET', page._pagination._links.next)), [b]);
    });

    test('take the same queries for 3 and for 30', async () => {
      const ada = await service.user();
      const group = await ada.create('groups');
      for (let i = 0; i < 30; i++) await give(ada, `/${plural}/${await create(ada)}`, { group });
      const path = `/groups/${group}/${plural}`;
      await ada.expect(200, 'GET', path);
      const few = await service.queries(ada, `${path}?per_page=3`);
      assert.equal(await service.queries(ada, `${path}?per_page=30`), few);
    });
  });
}

suite('groups of users', () => {
  test('are those that the user created and the caller can read, or, with common, those of both', async () => {
    const [ada, ben, cem] = [await service.user(), await service.user(), await service.user()];
    const open = await ada.create('groups', { visibility: 'public' });
    const shared = await ada.create('groups');
    await ada.create('groups');
    const third = await cem.create('groups');
    await join(ada, shared, ben);
    await join(cem, third, ben);
    await join(cem, third, ada);
    assert.deepEqual(await list(ben, `/users/${ada.id}/groups`), [shared, open]);
    assert.deepEqual(await list(cem, `/users/${ada.id}/groups`), [open]);
    assert.deepEqual(await list(ben, `/users/${ada.id}/groups?common=true`), [third, shared]);
    assert.deepEqual(await list(cem, `/users/${ada.id}/groups?common=true`), [third]);
    assert.deepEqual(await list(ben, `/users/${ben.id}/groups?common=true`), [third, shared]);
    await cem.expect(204, 'DELETE', `/groups/${third}/members/${ada.id}`);
    assert.deepEqual(await list(ben, `/users/${ada.id}/groups?common=true`), [shared]);
    const page = await ben.expect(200, 'GET', `/users/${ben.id}/groups?common=1&sort=title&per_page=1`);
    assert.equal(
      page._pagination._links.next,
      `http://cairn.test/api/v1/users/${ben.id}/groups?page=2&per_page=1&filter=&sort=title&common=True`,
    );
    const limited = await service.limited(ada, 'user.read');
    assert.deepEqual((await limited.expect(401, 'GET', `/users/${ben.id}/groups`)).scopes, ['user.read', 'group.read']);
  });

  test('take the same queries for 3 and for 30', async () => {
    const ada = await service.user();
    for (let i = 0; i < 30; i++) await ada.create('groups');
    for (const path of [`/users/${ada.id}/groups?`, `/users/${ada.id}/groups?common=1`]) {
      await ada.expect(200, 'GET', path);
      const few = await service.queries(ada, `${path}&per_page=3`);
      assert.equal(await service.queries(ada, `${path}&per_page=30`), few);
    }
  });
});
