import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { testDatabase } from '../db/test-database.ts';
import { type Caller, md5, TestService } from './test-service.ts';

let service: TestService;
before(async () => {
  service = await TestService.start(await testDatabase(), { uploadQuota: 1_000_000 });
});
after(() => service.close());

async function someone(): Promise<{ user: Caller; record: number }> {
  const user = await service.user();
  return { user, record: await service.record(user) };
}

async function lastModified(record: number): Promise<string> {
  const { rows } = await sql<{ at: string }>`select last_modified as at from resource where id = ${record}`.execute(
    service.db,
  );
  return (rows[0] as { at: string }).at;
}

function names({ items }: { items: { name: string }[] }): string[] {
  return items.map(({ name }) => name);
}

describe('the files of a record', () => {
  it('are listed by page, newest change first, or in the order asked for', async () => {
    const { user, record } = await someone();
    for (const [name, content] of [
      ['b', 'xx'],
      ['a', 'xxx'],
      ['C', 'x'],
    ])
      await user.put(record, name as string, content as string);
    const list = (query: string) => user.json(200, 'GET', `/records/${record}/files?${query}`);
    assert.deepEqual(names(await list('')), ['C', 'a', 'b']);
    assert.deepEqual(names(await list('sort=name')), ['C', 'a', 'b']);
    assert.deepEqual(names(await list('sort=-name')), ['b', 'a', 'C']);
    assert.deepEqual(names(await list('sort=size')), ['C', 'b', 'a']);
    assert.deepEqual(names(await list('sort=created_at')), ['b', 'a', 'C']);
    assert.deepEqual(names(await list('sort=nonsense')), ['C', 'a', 'b']);
    const page = await list('per_page=2&page=2&sort=size&filter=');
    assert.deepEqual(names(page), ['a']);
    const { _links, ...numbers } = page._pagination;
    assert.deepEqual(numbers, { page: 2, per_page: 2, total_pages: 2, total_items: 3 });
    assert.equal(_links.prev, `${service.url}/records/${record}/files?page=1&per_page=2&filter=&sort=size`);
    const beyond = await list('page=99');
    assert.deepEqual([beyond.items, beyond._pagination.total_items], [[], 3]);
  });

  it('are filtered by a part of their name, in any case and literally', async () => {
    const { user, record } = await someone();
    for (const name of ['Result 100%.csv', 'result_1.csv', 'other']) await user.put(record, name, 'x');
    const found = async (filter: string) =>
      names(await user.json(200, 'GET', `/records/${record}/files?sort=name&filter=${encodeURIComponent(filter)}`));
    assert.deepEqual(await found('RESULT'), ['Result 100%.csv', 'result_1.csv']);
    assert.deepEqual(await found('%'), ['Result 100%.csv']);
    assert.deepEqual(await found('t_1'), ['result_1.csv']);
  });

  it('are found by id alone and by name, also with slashes and other characters', async () => {
    const { user, record } = await someone();
    const name = 'a b/ü?#%/c.txt';
    const file = await user.put(record, name, 'x');
    const path = name.split('/').map(encodeURIComponent).join('/');
    assert.deepEqual(await user.json(200, 'GET', `/records/${record}/files/name/${path}`), file);
    assert.deepEqual(await user.json(200, 'GET', `/records/files/${file.id}`), file);
    assert.deepEqual(await user.json(200, 'GET', `/records/files/${file.id.toUpperCase()}`), file);
    await user.json(404, 'GET', `/records/${record}/files/name/A${path}`);
    await user.json(404, 'GET', `/records/files/${file.id.replaceAll('-', '')}`);
    await user.json(404, 'GET', `/records/${record}/files/00000000-0000-4000-8000-000000000000`);
    const other = await service.record(user);
    await user.json(404, 'GET', `/records/${other}/files/${file.id}`);
  });

  it('are shown to those who may read the record, without users if the token may not see them', async () => {
    const { user, record } = await someone();
    const file = await user.put(record, 'a', 'x');
    const paths = ['', '/download', `/${file.id}`, `/${file.id}/download`, '/name/a', '/revisions'].map(
      (end) => `/records/${record}/files${end}`,
    );
    const stranger = await service.user();
    for (const path of [...paths, `/records/files/${file.id}`]) {
      await stranger.json(403, 'GET', path);
      const limited = await service.caller(user.userId, 'record.update');
      assert.deepEqual((await limited.json(401, 'GET', path)).scopes, ['record.read']);
    }
    const reader = await service.caller(user.userId, 'record.read');
    assert.equal('creator' in (await reader.json(200, 'GET', `/records/files/${file.id}`)), false);
    assert.equal('user' in (await reader.json(200, 'GET', `/records/${record}/files/revisions`)).items[0], false);
    await sql`update resource set visibility = 'public' where id = ${record}`.execute(service.db);
    for (const path of paths) assert.equal((await stranger.call('GET', path)).status, 200);
    await stranger.json(403, 'PATCH', `/records/${record}/files/${file.id}`, { json: {} });
    await stranger.json(403, 'DELETE', `/records/${record}/files/${file.id}`);
    await sql`update resource set state = 'deleted' where id = ${record}`.execute(service.db);
    for (const path of [...paths, `/records/files/${file.id}`]) await user.json(404, 'GET', path);
  });
});

describe('changing a file', () => {
  it('writes what differs, with a revision and a new time of the record', async () => {
    const { user, record } = await someone();
    const file = await user.put(record, 'a', 'x');
    const before = await lastModified(record);
    const changed = await user.json(200, 'PATCH', file._actions.edit_metadata, {
      json: { name: 'b', description: 'd', mimetype: 'X/Y', size: 99, id: 'ignored' },
    });
    assert.deepEqual([changed.name, changed.description, changed.size], ['b', 'd', 1]);
    assert.equal(changed.mimetype, 'x/y');
    assert.ok(changed.last_modified > file.last_modified);
    assert.ok((await lastModified(record)) > before);
  });

  it('to what it is already writes nothing', async () => {
    const { user, record } = await someone();
    const file = await user.put(record, 'a', 'x');
    const before = await lastModified(record);
    assert.deepEqual(await user.json(200, 'PATCH', file._links.self, { json: { name: 'a' } }), file);
    assert.deepEqual(await user.json(200, 'PATCH', file._links.self, { json: {} }), file);
    assert.equal(await lastModified(record), before);
    assert.equal((await user.json(200, 'GET', `/records/${record}/files/revisions`))._pagination.total_items, 1);
  });

  it('to a name that is taken is a conflict under `name`', async () => {
    const { user, record } = await someone();
    await user.put(record, 'a', 'x');
    const file = await user.put(record, 'b', 'x');
    const error = await user.json(409, 'PATCH', file._links.self, { json: { name: 'a' } });
    assert.deepEqual(Object.keys(error.errors), ['name']);
    assert.deepEqual(await user.json(200, 'GET', file._links.self), file);
  });

  it('checks its body', async () => {
    const { user, record } = await someone();
    const file = await user.put(record, 'a', 'x');
    const error = await user.json(400, 'PATCH', file._links.self, { json: { name: '', mimetype: 'text', colour: 1 } });
    assert.deepEqual(Object.keys(error.errors).sort(), ['colour', 'mimetype', 'name']);
  });
});

describe('deleting a file', () => {
  it('hides it, frees its name, and touches the record', async () => {
    const { user, record } = await someone();
    const file = await user.put(record, 'a', 'x');
    const before = await lastModified(record);
    await user.json(204, 'DELETE', file._links.self);
    assert.ok((await lastModified(record)) > before);
    for (const [method, path] of [
      ['GET', file._links.self],
      ['GET', file._links.download],
      ['DELETE', file._links.self],
    ] as const) {
      await user.json(404, method, path);
    }
    await user.json(404, 'PATCH', file._links.self, { json: {} });
    assert.equal((await user.json(200, 'GET', `/records/${record}/files`))._pagination.total_items, 0);
    await user.put(record, 'a', 'y');
  });
});

describe('the revisions of files', () => {
  it('tell what each change replaced, newest first', async () => {
    const { user, record } = await someone();
    const file = await user.put(record, 'a', 'one');
    await user.put(record, 'other', 'y');
    await user.json(200, 'PATCH', file._links.self, { json: { description: 'd' } });
    const upload = await user.json(201, 'PUT', file._actions.edit_data, { json: { size: 4 } });
    await user.json(201, 'PUT', upload._actions.upload_data, { body: 'more' });
    await user.json(204, 'DELETE', file._links.self);

    const { items } = await user.json(200, 'GET', `/records/${record}/files/revisions`);
    assert.deepEqual(
      items.map((item: { object_id: string }) => item.object_id === file.id),
      [true, true, true, false, true],
    );
    const [deleted, replaced, described, , first] = items;
    assert.deepEqual(deleted.diff, { state: 'active' });
    assert.deepEqual(replaced.diff, { size: 3, checksum: md5('one') });
    assert.deepEqual(described.diff, { description: '' });
    assert.deepEqual(first.diff, {
      name: null,
      description: null,
      size: null,
      mimetype: null,
      checksum: null,
      state: null,
    });
    assert.deepEqual(first.data, {
      name: 'a',
      description: '',
      size: 3,
      mimetype: 'text/plain',
      checksum: md5('one'),
      state: 'active',
    });
    assert.equal(first.user.id, user.userId);
    assert.deepEqual(Object.keys(first._links), ['self', 'child']);
    assert.equal(replaced._links.parent, described._links.self);
    assert.equal(replaced._links.child, deleted._links.self);
    assert.deepEqual(await user.json(200, 'GET', replaced._links.self), replaced);
    const compared = await user.json(200, 'GET', `${first._links.self}?revision=${deleted.id}`);
    assert.deepEqual(compared.diff, { description: 'd', size: 4, checksum: md5('more'), state: 'inactive' });
    const foreign = await user.json(200, 'GET', `${described._links.self}?revision=${items[3].id}`);
    assert.deepEqual(foreign.diff, { description: '' });
    const other = await service.record(user);
    await user.json(404, 'GET', `/records/${other}/files/revisions/${first.id}`);
    const page = await user.json(200, 'GET', `/records/${record}/files/revisions?per_page=2&page=3`);
    assert.deepEqual([page.items.length, page._pagination.total_items], [1, 5]);
  });
});

describe('the quota', () => {
  const begin = (user: Caller, record: number, name: string, size: number, status = 201) =>
    user.json(status, 'POST', `/records/${record}/uploads`, { json: { name, size } });

  it('counts files and unfinished uploads, up to the last byte', async () => {
    const { user, record } = await someone();
    const content = Buffer.alloc(400_000);
    await user.put(record, 'a', content);
    const upload = await begin(user, record, 'b', 500_000);
    const error = await begin(user, record, 'c', 100_001, 413);
    assert.match(error.description, /1 MB/);
    assert.equal(error.message, 'Request Entity Too Large');
    await begin(user, record, 'c', 100_000);
    await begin(user, record, 'd', 1, 413);
    await user.json(204, 'DELETE', upload._links.self);
    await begin(user, record, 'd', 500_000);
  });

  it('counts a replacement by what it adds, and for the creator of the file once it is there', async () => {
    const { user, record } = await someone();
    const file = await user.put(record, 'a', Buffer.alloc(600_000));
    const replace = (size: number, status = 201) =>
      user.json(status, 'PUT', file._actions.edit_data, { json: { size } });
    await replace(1_000_001, 413);
    const upload = await replace(1_000_000);
    await begin(user, record, 'b', 1, 413);
    await user.json(204, 'DELETE', upload._links.self);
    const smaller = await replace(100_000);
    await user.json(201, 'PUT', smaller._actions.upload_data, { body: Buffer.alloc(100_000) as never });
    await begin(user, record, 'b', 900_000);
    await begin(user, record, 'c', 1, 413);
  });

  it('forgets deleted files at once, also after the clean-up has added up', async () => {
    const { user, record } = await someone();
    const file = await user.put(record, 'a', Buffer.alloc(700_000));
    await service.cleanUp();
    await begin(user, record, 'b', 300_001, 413);
    await user.json(204, 'DELETE', file._links.self);
    await begin(user, record, 'b', 1_000_000);
  });

  it('holds for uploads that begin at the same moment', async () => {
    const { user, record } = await someone();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        user.call('POST', `/records/${record}/uploads`, { json: { name: String(n), size: 300_000 } }),
      ),
    );
    assert.equal(answers.filter(({ status }) => status === 201).length, 3);
    assert.equal(answers.filter(({ status }) => status === 413).length, 9);
  });

  it('comes after the conflict of names', async () => {
    const { user, record } = await someone();
    await user.put(record, 'a', 'x');
    await begin(user, record, 'a', 9_999_999, 409);
  });
});
