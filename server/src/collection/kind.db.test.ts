import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { type TestApp, testApp } from '../main/test-app.ts';

let service: TestApp;
before(async () => {
  service = await testApp();
});
after(() => service.close());

suite('collections', () => {
  test('a collection is created, read, changed, deleted and restored with its revisions', async () => {
    const ada = await service.user();
    const made = await ada.expect(201, 'POST', '/collections', {
      identifier: ' Series-A ',
      title: ' Series  A',
      description: '**slow**',
      tags: ['b', 'A', 'a'],
      visibility: 'public',
    });
    const self = `http://cairn.test/api/v1/collections/${made.id}`;
    assert.deepEqual(
      [made.identifier, made.title, made.plain_description, made.tags, made.visibility, made.state],
      ['series-a', 'Series A', 'slow', ['a', 'b'], 'public', 'active'],
    );
    assert.deepEqual(made._links, {
      self,
      records: `${self}/records`,
      children: `${self}/collections`,
      user_roles: `${self}/roles/users`,
      group_roles: `${self}/roles/groups`,
      revisions: `${self}/revisions`,
      view: `http://cairn.test/collections/${made.id}`,
    });
    assert.deepEqual(await ada.expect(200, 'GET', '/collections/identifier/series-a'), made);
    assert.equal((await ada.expect(200, 'PATCH', self, made)).last_modified, made.last_modified);
    await ada.expect(200, 'PATCH', self, { title: 'Series B', tags: [] });
    await ada.expect(204, 'DELETE', self);
    await ada.expect(404, 'GET', self);
    await ada.expect(200, 'POST', `${self}/restore`);
    const { items } = await ada.expect(200, 'GET', `${self}/revisions`);
    assert.deepEqual(
      items.map(({ diff }: { diff: object }) => diff),
      [
        { state: 'deleted' },
        { state: 'active' },
        { tags: ['a', 'b'], title: 'Series A' },
        { identifier: null, title: null, description: null, visibility: null, state: null, tags: null },
      ],
    );
  });

  test('an identifier may be that of a record, but not of another collection', async () => {
    const ada = await service.user();
    const body = { identifier: 'melt-7', title: 'Melt' };
    await ada.expect(201, 'POST', '/records', body);
    await ada.expect(201, 'POST', '/collections', body);
    assert.ok((await ada.expect(409, 'POST', '/collections', body)).errors.identifier);
  });

  test('bodies may not name what only records have, or a parent', async () => {
    const ada = await service.user();
    const body = { identifier: 'x', title: 'X', extras: [], type: 'y', license: null, parent: 1 };
    const { errors } = await ada.expect(400, 'POST', '/collections', body);
    assert.deepEqual(Object.keys(errors).sort(), ['extras', 'license', 'parent', 'type']);
  });

  test('the search finds collections by words, tags, creator and visibility, and only readable ones', async () => {
    const [ada, ben] = [await service.user(), await service.user()];
    const open = await ada.create('collections', { title: 'Quartz glass', tags: ['si'], visibility: 'public' });
    const secret = await ada.create('collections', { title: 'Quartz sand', tags: ['si', 'o'] });
    const found = async (user: typeof ada, query: string) => {
      const list = await user.expect(200, 'GET', `/collections?${query}`);
      assert.equal(list._actions.new_collection, 'http://cairn.test/api/v1/collections');
      assert.equal(list._pagination.total_items, list.items.length);
      return list.items.map(({ id }: { id: number }) => id);
    };
    assert.deepEqual(await found(ada, `query=quartz&user=${ada.id}`), [secret, open]);
    assert.deepEqual(await found(ada, 'tag=si&tag=o&tag_operator=and'), [secret]);
    assert.deepEqual(await found(ada, `visibility=private&user=${ada.id}`), [secret]);
    assert.deepEqual(await found(ben, 'query=quartz'), [open]);
    assert.deepEqual(await found(ben, 'query=quartz&explicit_permissions=1'), []);
    const tags = await ben.expect(200, 'GET', '/tags?type=collection');
    assert.deepEqual(
      tags.items.filter(({ name }: { name: string }) => ['si', 'o'].includes(name)),
      [{ name: 'si' }],
    );
  });
});
