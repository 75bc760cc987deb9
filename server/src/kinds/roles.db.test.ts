import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { sql } from 'kysely';
import { type TestApp, testApp } from '../main/test-app.ts';

let service: TestApp;
before(async () => {
  service = await testApp();
});
after(() => service.close());

const names = (list: { items: { role: { name: string }; user: { id: number } }[] }) =>
  list.items.map(({ role, user }) => [role.name, user.id]);

for (const plural of ['records', 'collections', 'templates']) {
  const more = plural === 'templates' ? { type: 'extras', data: [] } : {};
  const third = plural === 'templates' ? 'editor' : 'collaborator';

  suite(`roles of ${plural}`, () => {
    test('a role lets its holder do what it grants, until it is removed', async () => {
      const [ada, ben] = [await service.user(), await service.user()];
      const id = await ada.create(plural, more);
      const roles = `/${plural}/${id}/roles/users`;
      await ben.expect(403, 'GET', `/${plural}/${id}`);
      assert.deepEqual(await ada.expect(201, 'POST', roles, { role: { name: ' Member ' }, user: { id: ben.id } }), {});
      await ben.expect(200, 'GET', `/${plural}/${id}`);
      await ben.expect(403, 'PATCH', `/${plural}/${id}`, { title: 'B' });
      await ada.expect(204, 'PATCH', `${roles}/${ben.id}`, { name: 'editor' });
      await ben.expect(200, 'PATCH', `/${plural}/${id}`, { title: 'B' });
      await ben.expect(403, 'PATCH', `${roles}/${ben.id}`, { name: 'admin' });
      await ada.expect(204, 'DELETE', `${roles}/${ben.id}`);
      await ben.expect(403, 'GET', `/${plural}/${id}`);
      await ada.expect(404, 'DELETE', `${roles}/${ben.id}`);
    });

    test('users are listed with the creator first, then by role name and id, each with its addresses', async () => {
      const ada = await service.user();
      const others = [await service.user(), await service.user(), await service.user(), await service.user()];
      const given = ['member', 'editor', third, 'admin'];
      const id = await ada.create(plural, more);
      const roles = `/${plural}/${id}/roles/users`;
      for (const [i, user] of others.entries()) {
        await ada.expect(201, 'POST', roles, { role: { name: given[i] }, user: { id: user.id } });
      }
      const list = await ada.expect(200, 'GET', roles);
      const [member, editor, collaborator, admin] = others.map((user) => user.id);
      assert.deepEqual(names(list), [
        ['admin', ada.id],
        ['admin', admin],
        ...(third === 'editor'
          ? [
              [third, editor],
              [third, collaborator],
            ]
          : [
              [third, collaborator],
              ['editor', editor],
            ]),
        ['member', member],
      ]);
      const self = `http://cairn.test/api/v1${roles}/${member}`;
      assert.deepEqual(list.items[4]._actions, { change: self, remove: self });
    });

    test('filter and exclude choose the users and stay in the links of the pages', async () => {
      const ada = await service.user();
      const [ben, cem, dia] = [await service.user(), await service.user(), await service.user()];
      const id = await ada.create(plural, more);
      const roles = `/${plural}/${id}/roles/users`;
      for (const user of [ben, cem, dia]) {
        await ada.expect(201, 'POST', roles, { role: { name: 'member' }, user: { id: user.id } });
      }
      const filtered = await ada.expect(200, 'GET', `${roles}?filter=${cem.username.toUpperCase()}`);
      assert.deepEqual(names(filtered), [['member', cem.id]]);
      assert.equal(filtered._pagination.total_items, 1);
      const page = await ada.expect(200, 'GET', `${roles}?per_page=1&exclude=${ada.id}&exclude=x&exclude=${ben.id}`);
      assert.deepEqual(names(page), [['member', cem.id]]);
      assert.equal(page._pagination.total_items, 2);
      const next = await ada.expect(200, 'GET', page._pagination._links.next);
      assert.deepEqual(names(next), [['member', dia.id]]);
      assert.deepEqual((await ada.expect(200, 'GET', `${roles}?filter=%25`)).items, []);
      const beyond = await ada.expect(200, 'GET', `${roles}?page=9`);
      assert.deepEqual([beyond.items, beyond._pagination.total_items], [[], 4]);
    });

    test('the creator keeps his role: 409, after the shape of the body and before its role name', async () => {
      const [ada, ben] = [await service.user(), await service.user()];
      const id = await ada.create(plural, more);
      await ada.expect(201, 'POST', `/${plural}/${id}/roles/users`, { role: { name: 'admin' }, user: { id: ben.id } });
      const own = `/${plural}/${id}/roles/users/${ada.id}`;
      const before = await ada.expect(200, 'GET', `/${plural}/${id}`);
      await ben.expect(409, 'PATCH', own, { name: 'member' });
      await ben.expect(409, 'PATCH', own, { name: 'no such role' });
      assert.ok((await ben.expect(400, 'PATCH', own, { role: 'member' })).errors.role);
      await ben.expect(409, 'DELETE', own);
      assert.equal((await ada.expect(200, 'GET', `/${plural}/${id}`)).last_modified, before.last_modified);
      await ben.expect(204, 'PATCH', `/${plural}/${id}/roles/users/${ben.id}`, { name: 'member' });
    });

    test('adding refuses wrong bodies, unknown users and roles, and a second role', async () => {
      const [ada, ben, gone] = [await service.user(), await service.user(), await service.user()];
      await sql`update app_user set state = 'inactive' where id = ${gone.id}`.execute(service.db);
      const id = await ada.create(plural, more);
      const roles = `/${plural}/${id}/roles/users`;
      const errors = async (body: unknown) => (await ada.expect(400, 'POST', roles, body)).errors;
      assert.deepEqual(Object.keys(await errors({})), ['role', 'user']);
      assert.ok((await errors({ role: { name: '' }, user: { id: ben.id } })).role.name);
      assert.ok((await errors({ role: { name: 'member' }, user: { id: 2147483647 } })).user.id);
      assert.ok((await errors({ role: { name: 'member' }, user: { id: gone.id } })).user.id);
      assert.equal(await errors({ role: { name: 'owner' }, user: { id: ben.id } }), undefined);
      await ada.expect(201, 'POST', roles, { role: { name: 'member' }, user: { id: ben.id } });
      await ada.expect(409, 'POST', roles, { role: { name: 'owner' }, user: { id: ben.id } });
      await ada.expect(400, 'PATCH', `${roles}/${ben.id}`, { name: 'owner' });
      await sql`update app_user set state = 'inactive' where id = ${ben.id}`.execute(service.db);
      await ada.expect(404, 'PATCH', `${roles}/${ben.id}`, { name: 'editor' });
      await ada.expect(404, 'DELETE', `${roles}/${ben.id}`);
      await ada.expect(404, 'DELETE', `${roles}/x`);
      assert.deepEqual(names(await ada.expect(200, 'GET', roles)), [['admin', ada.id]]);
    });

    test('what was read can be sent back', async () => {
      const [ada, ben] = [await service.user(), await service.user()];
      const [one, two] = [await ada.create(plural, more), await ada.create(plural, more)];
      await ada.expect(201, 'POST', `/${plural}/${one}/roles/users`, {
        role: { name: 'member' },
        user: { id: ben.id },
      });
      const { items } = await ada.expect(200, 'GET', `/${plural}/${one}/roles/users`);
      await ada.expect(201, 'POST', `/${plural}/${two}/roles/users`, items[1]);
    });

    test('every change moves last_modified, also one to the same role; none makes a revision', async () => {
      const [ada, ben] = [await service.user(), await service.user()];
      const id = await ada.create(plural, more);
      const roles = `/${plural}/${id}/roles/users`;
      let last = '';
      for (const [method, path, body] of [
        ['POST', roles, { role: { name: 'member' }, user: { id: ben.id } }],
        ['PATCH', `${roles}/${ben.id}`, { name: 'member' }],
        ['DELETE', `${roles}/${ben.id}`, undefined],
      ] as const) {
        await ada.send(method, path, body);
        const { last_modified } = await ada.expect(200, 'GET', `/${plural}/${id}`);
        assert.ok(last_modified > last, method);
        last = last_modified;
      }
      assert.equal((await ada.expect(200, 'GET', `/${plural}/${id}/revisions`))._pagination.total_items, 1);
    });

    test('groups hold roles; those that a reader cannot see are left out, and shortened for who manages', async () => {
      const [ada, ben, cem] = [await service.user(), await service.user(), await service.user()];
      const secret = await service.group('private', cem);
      const open = await service.group('public', cem);
      const id = await ada.create(plural, more);
      const roles = `/${plural}/${id}/roles/groups`;
      await ada.expect(403, 'POST', roles, { role: { name: 'editor' }, group: { id: secret } });
      await ada.expect(201, 'POST', roles, { role: { name: 'member' }, group: { id: open } });
      await ada.expect(201, 'POST', `/${plural}/${id}/roles/users`, { role: { name: 'admin' }, user: { id: cem.id } });
      await cem.expect(201, 'POST', roles, { role: { name: 'editor' }, group: { id: secret } });
      await ada.expect(201, 'POST', `/${plural}/${id}/roles/users`, { role: { name: 'member' }, user: { id: ben.id } });
      const seen = async (user: typeof ada) => (await user.expect(200, 'GET', roles)).items;
      const [short, whole] = await seen(ada);
      assert.deepEqual(Object.keys(short.group).sort(), ['id', 'identifier', 'title', 'visibility']);
      assert.deepEqual([short.group.id, short.role.name], [secret, 'editor']);
      assert.equal(short._actions.remove, `http://cairn.test/api/v1${roles}/${secret}`);
      assert.equal(whole.group.creator.id, cem.id);
      assert.deepEqual(
        (await seen(cem)).map((item: { group: object }) => 'creator' in item.group),
        [true, true],
      );
      const list = await ben.expect(200, 'GET', roles);
      assert.deepEqual([list.items.length, list.items[0].group.id, list._pagination.total_items], [1, open, 1]);
      const found = await ben.expect(200, 'GET', `${roles}?filter=${short.group.title}`);
      assert.deepEqual([found.items, found._pagination.total_items], [[], 0]);

      await sql`update resource set state = 'deleted' where id = ${open}`.execute(service.db);
      assert.deepEqual(await seen(ben), []);
      await ada.expect(404, 'PATCH', `${roles}/${open}`, { name: 'editor' });
      assert.ok(
        (await ada.expect(400, 'POST', roles, { role: { name: 'member' }, group: { id: open } })).errors.group.id,
      );
      await ada.expect(204, 'DELETE', `${roles}/${secret}`);
    });

    test('a role of a group reaches its members, and the total of lists with it', async () => {
      const [ada, ben] = [await service.user(), await service.user()];
      const group = await service.group('public', ada, ben);
      const id = await ada.create(plural, more);
      const count = async () =>
        (await ben.expect(200, 'GET', `/${plural}?explicit_permissions=true`))._pagination.total_items;
      assert.equal(await count(), 0);
      await ada.expect(201, 'POST', `/${plural}/${id}/roles/groups`, {
        role: { name: 'member' },
        group: { id: group },
      });
      assert.equal(await count(), 1);
      await ada.expect(204, 'DELETE', `/${plural}/${id}/roles/groups/${group}`);
      assert.equal(await count(), 0);
    });

    test('the right on the row is decided before the scopes, and these before the body', async () => {
      const [ada, ben] = [await service.user(), await service.user()];
      const kind = plural.slice(0, -1);
      const id = await ada.create(plural, more);
      const reader = await service.limited(ada, `${kind}.read`);
      const roles = `/${plural}/${id}/roles`;
      await ben.expect(404, 'GET', `/${plural}/2147483647/roles/users`);
      await ben.expect(403, 'GET', `${roles}/users`);
      await ben.expect(403, 'POST', `${roles}/users`, {});
      assert.deepEqual((await reader.expect(401, 'GET', `${roles}/users`)).scopes, [`${kind}.read`, 'user.read']);
      assert.deepEqual((await reader.expect(401, 'GET', `${roles}/groups`)).scopes, [`${kind}.read`, 'group.read']);
      assert.deepEqual((await reader.expect(401, 'POST', `${roles}/users`, {})).scopes, [`${kind}.permissions`]);
    });

    test('two who give the same user a role at once: one role, one 409', async () => {
      const [ada, ben] = [await service.user(), await service.user()];
      const id = await ada.create(plural, more);
      const body = { role: { name: 'member' }, user: { id: ben.id } };
      const answers = await Promise.all([1, 2, 3].map(() => ada.send('POST', `/${plural}/${id}/roles/users`, body)));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409]);
    });

    test('a list takes the same queries for 3 and for 30 roles', async () => {
      const ada = await service.user();
      const id = await ada.create(plural, more);
      const fill = async (count: number) => {
        for (let i = 0; i < count; i++) {
          const user = await service.user();
          const group = await service.group('public', user);
          const roles = `/${plural}/${id}/roles`;
          await ada.expect(201, 'POST', `${roles}/users`, { role: { name: 'member' }, user: { id: user.id } });
          await ada.expect(201, 'POST', `${roles}/groups`, { role: { name: 'member' }, group: { id: group } });
        }
      };
      const cost = (holders: string) => service.queries(ada, `/${plural}/${id}/roles/${holders}?per_page=100`);
      await fill(3);
      const few = [await cost('users'), await cost('groups')];
      await fill(27);
      const many = [await cost('users'), await cost('groups')];
      // The row and its right; the page with its total; for groups their creators.
      assert.deepEqual(
        [few, many],
        [
          [2, 3],
          [2, 3],
        ],
      );
    });
  });
}
