import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { type TestApp, testApp } from '../main/test-app.ts';

let service: TestApp;
before(async () => {
  service = await testApp();
});
after(() => service.close());

const EMPTY = {
  identifier: '',
  title: '',
  description: '',
  type: null,
  license: null,
  extras: [],
  tags: [],
  collections: [],
  record_links: [],
  roles: [],
};
const of = (type: string, data: unknown, more: object = {}) => ({
  identifier: `t${Math.random().toString(36).slice(2)}`,
  title: 'Furnace run',
  type,
  data,
  ...more,
});

suite('templates', () => {
  test('a template is created, read, changed, deleted and restored with its revisions', async () => {
    const ada = await service.user();
    const made = await ada.expect(201, 'POST', '/templates', {
      identifier: ' Furnace ',
      title: ' Furnace  run',
      description: '**slow**',
      type: ' Record ',
      data: {},
      visibility: 'public',
    });
    const self = `http://cairn.test/api/v1/templates/${made.id}`;
    assert.deepEqual(
      [made.identifier, made.title, made.plain_description, made.type, made.data, made.visibility, made.state],
      ['furnace', 'Furnace run', 'slow', 'record', EMPTY, 'public', 'active'],
    );
    assert.deepEqual(made._links, {
      self,
      user_roles: `${self}/roles/users`,
      group_roles: `${self}/roles/groups`,
      revisions: `${self}/revisions`,
      view: `http://cairn.test/templates/${made.id}`,
    });
    assert.deepEqual(made._actions, {
      edit: self,
      delete: self,
      add_user_role: `${self}/roles/users`,
      add_group_role: `${self}/roles/groups`,
    });
    assert.deepEqual(await ada.expect(200, 'GET', '/templates/identifier/furnace'), made);
    assert.equal((await ada.expect(200, 'PATCH', self, made)).last_modified, made.last_modified);
    const changed = await ada.expect(200, 'PATCH', self, { data: { title: 'Run' } });
    assert.deepEqual(changed.data, { ...EMPTY, title: 'Run' });
    await ada.expect(204, 'DELETE', self);
    await ada.expect(404, 'GET', self);
    await ada.expect(200, 'POST', `${self}/restore`);
    const { items } = await ada.expect(200, 'GET', `${self}/revisions`);
    assert.deepEqual(
      items.map(({ diff }: { diff: object }) => diff),
      [
        { state: 'deleted' },
        { state: 'active' },
        { data: EMPTY },
        { identifier: null, title: null, description: null, visibility: null, data: null, state: null },
      ],
    );
    const [last, , , first] = items;
    const compared = await ada.expect(200, 'GET', `${self}/revisions/${last.id}?revision=${first.id}`);
    assert.deepEqual(compared.diff, { data: EMPTY });
  });

  test('data of type record is normalised and filled in as a record would be', async () => {
    const ada = await service.user();
    const { data } = await ada.expect(
      201,
      'POST',
      '/templates',
      of('record', {
        identifier: ' Melt-7 ',
        title: ' Melt  7 ',
        description: ' a  b ',
        type: ' Raw  Data ',
        license: 'MIT',
        tags: ['b', ' A ', 'a'],
        extras: [{ type: 'float', key: ' T ', value: 3, unit: 'K', validation: { required: true } }],
        collections: ['3', 2.9, 3],
        record_links: [{ name: ' made  from ', direction: ' IN ', record: 1 }],
        roles: [{ subject_type: 'User', subject_id: 1, role: ' Editor' }],
      }),
    );
    assert.deepEqual(data, {
      identifier: 'melt-7',
      title: 'Melt 7',
      description: 'a  b',
      type: 'raw data',
      license: 'MIT',
      tags: ['a', 'b'],
      extras: [{ type: 'float', key: 'T', value: 3, unit: 'K', validation: { required: true } }],
      collections: [3, 2, 3],
      record_links: [{ name: 'made from', direction: 'in', record: 1, term: null }],
      roles: [{ subject_type: 'user', subject_id: 1, role: 'editor' }],
    });
  });

  test('data of type extras is metadata whose required values may be left open; floats keep their point', async () => {
    const ada = await service.user();
    const data = [
      { type: 'float', key: 'T', value: 3, unit: 'K' },
      { type: 'str', key: 'operator', value: null, validation: { required: true } },
      { type: 'dict', key: 'x', value: [{ type: 'list', key: 'y', value: [] }] },
    ];
    const made = await ada.expect(201, 'POST', '/templates', of('extras', data));
    assert.deepEqual(made.data, data);
    const before = await ada.expect(200, 'PATCH', `/templates/${made.id}`, { data: made.data });
    assert.equal(before.last_modified, made.last_modified);
    const raw = await service.app.inject({ method: 'GET', url: made._links.self.slice('http://cairn.test'.length) });
    assert.equal(raw.statusCode, 401);
    assert.deepEqual((await ada.expect(201, 'POST', '/templates', of('extras', []))).data, []);
  });

  test('problems of the data are told at their place, along with those of all other fields', async () => {
    const ada = await service.user();
    const errors = async (body: object) => (await ada.expect(400, 'POST', '/templates', body)).errors;
    const { data, ...others } = await errors({
      identifier: '?',
      type: 'record',
      nonsense: 1,
      data: {
        identifier: 'a b',
        type: '',
        license: 'none of these',
        extras: [{ type: 'int', key: 'n', value: 'x' }],
        tags: ['ok', ''],
        collections: [1, 'x', 0],
        record_links: [{ direction: 'up', record: 0, term: 'a b', more: 1 }, 3],
        roles: [{ subject_type: 'group', subject_id: 1, role: null }],
        misspelt: 1,
      },
    });
    assert.deepEqual(Object.keys(others).sort(), ['identifier', 'nonsense', 'title']);
    assert.deepEqual(Object.keys(data).sort(), [
      'collections',
      'extras',
      'identifier',
      'license',
      'misspelt',
      'record_links',
      'roles',
      'tags',
      'type',
    ]);
    assert.deepEqual(Object.keys(data.collections), ['1', '2']);
    assert.ok(Array.isArray(data.extras[0].value));
    assert.ok(Array.isArray(data.tags[1]));
    assert.deepEqual(Object.keys(data.record_links[0]).sort(), ['direction', 'more', 'name', 'record', 'term']);
    assert.ok(Array.isArray(data.record_links[1]._schema));
    assert.deepEqual(Object.keys(data.roles[0]), ['role']);

    const extras = await errors(of('extras', [{ key: 'x', type: 'text' }]));
    assert.ok(Array.isArray(extras.data[0].type));
    assert.deepEqual(Object.keys(await errors({})).sort(), ['data', 'identifier', 'title', 'type']);
    assert.deepEqual(await errors(of('table', {})), { type: ['Must be one of: record, extras.'] });
  });

  test('data of the wrong form is an error of the data itself, on creation and on change', async () => {
    const ada = await service.user();
    for (const [type, wrong] of [
      ['record', []],
      ['extras', {}],
      ['record', 3],
      ['extras', 'x'],
    ] as const) {
      const { errors } = await ada.expect(400, 'POST', '/templates', of(type, wrong));
      assert.deepEqual(Object.keys(errors.data), ['_schema']);
      const id = await ada.create('templates', of(type, type === 'record' ? {} : []));
      const { errors: changed } = await ada.expect(400, 'PATCH', `/templates/${id}`, { data: wrong });
      assert.deepEqual(Object.keys(changed.data), ['_schema']);
    }
    assert.ok(Array.isArray((await ada.expect(400, 'POST', '/templates', of('record', null))).errors.data));
  });

  test('the type stays what it was, whatever a change sends', async () => {
    const ada = await service.user();
    const id = await ada.create('templates', of('extras', []));
    const changed = await ada.expect(200, 'PATCH', `/templates/${id}`, { type: 'record', title: 'New' });
    assert.deepEqual([changed.type, changed.title, changed.data], ['extras', 'New', []]);
  });

  test('names are taken once, also in the trash, and are free after the purge', async () => {
    const [ada, ben] = [await service.user(), await service.user()];
    const body = of('extras', []);
    const { id } = await ada.expect(201, 'POST', '/templates', body);
    assert.ok((await ben.expect(409, 'POST', '/templates', body)).errors.identifier);
    await ada.expect(204, 'DELETE', `/templates/${id}`);
    await ben.expect(409, 'POST', '/templates', body);
    const trash = await ada.expect(200, 'GET', '/trash');
    assert.deepEqual([trash.items[0].type, trash.items[0].id], ['template', id]);
    await ben.expect(404, 'POST', `/templates/${id}/purge`);
    await ada.expect(204, 'POST', trash.items[0]._actions.purge.slice('http://cairn.test/api/v1'.length));
    await ben.expect(201, 'POST', '/templates', body);
  });

  test('an editor changes a template, a member reads it, and there is no collaborator', async () => {
    const [ada, ben] = [await service.user(), await service.user()];
    const id = await ada.create('templates', of('extras', []));
    const roles = `/templates/${id}/roles/users`;
    const give = (name: string) => ada.send('POST', roles, { role: { name }, user: { id: ben.id } });
    assert.equal((await give('collaborator')).status, 400);
    assert.equal((await give('member')).status, 201);
    await ben.expect(200, 'GET', `/templates/${id}`);
    await ben.expect(403, 'PATCH', `/templates/${id}`, { data: [] });
    await ada.expect(204, 'PATCH', `${roles}/${ben.id}`, { name: 'editor' });
    await ben.expect(200, 'PATCH', `/templates/${id}`, { data: [] });
    await ben.expect(403, 'DELETE', `/templates/${id}`);
  });

  test('a token without user.read sees no creator and no author of revisions', async () => {
    const ada = await service.user();
    const id = await ada.create('templates', of('extras', []));
    const limited = await service.limited(ada, 'template.read');
    assert.ok(!('creator' in (await limited.expect(200, 'GET', `/templates/${id}`))));
    const { items } = await limited.expect(200, 'GET', `/templates/${id}/revisions`);
    assert.ok(!('user' in items[0]));
    assert.equal((await ada.expect(200, 'GET', `/templates/${id}/revisions`)).items[0].user.id, ada.id);
  });

  test('the search finds templates by type, words and creator, and only readable ones', async () => {
    const [ada, ben] = [await service.user(), await service.user()];
    const open = await ada.create('templates', of('extras', [], { title: 'Quartz glass', visibility: 'public' }));
    const secret = await ada.create('templates', of('record', {}, { title: 'Quartz sand' }));
    const found = async (user: typeof ada, query: string) => {
      const list = await user.expect(200, 'GET', `/templates?${query}`);
      assert.equal(list._actions.new_template, 'http://cairn.test/api/v1/templates');
      assert.equal(list._pagination.total_items, list.items.length);
      return list.items.map(({ id }: { id: number }) => id);
    };
    assert.deepEqual(await found(ada, 'query=quartz'), [secret, open]);
    assert.deepEqual(await found(ada, 'query=quartz&type=record'), [secret]);
    assert.deepEqual(await found(ada, `type=extras&user=${ada.id}`), [open]);
    assert.deepEqual(await found(ada, `type=table&user=${ada.id}`), [secret, open]);
    assert.deepEqual(await found(ben, `query=quartz&user=${ada.id}`), [open]);
    assert.deepEqual(await found(ben, 'query=quartz&explicit_permissions=1'), []);
  });

  test('a search takes the same queries for 3 and for 30 templates', async () => {
    const ada = await service.user();
    for (let i = 0; i < 30; i++) await ada.create('templates', of('record', {}));
    const path = `/templates?user=${ada.id}&type=record`;
    await ada.expect(200, 'GET', path);
    assert.equal(await service.queries(ada, `${path}&per_page=3`), await service.queries(ada, `${path}&per_page=30`));
  });
});
