import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { testDatabase } from '../db/test-database.ts';
import { chunkedChecksum } from './finish-upload.ts';
import { type Caller, md5, TestService } from './test-service.ts';

// Small sizes stand for 50 MB and 10 MB; what depends on them is only compared with them.
const DIRECT = 50_000;
const CHUNK = 10_000;

let service: TestService;
before(async () => {
  service = await TestService.start(await testDatabase(), { directUploadLimit: DIRECT, chunkSize: CHUNK });
});
after(() => service.close());

async function someone(): Promise<{ user: Caller; record: number }> {
  const user = await service.user();
  return { user, record: await service.record(user) };
}

function begin(user: Caller, record: number, name: string, size: number, more: object = {}) {
  return user.json(201, 'POST', `/records/${record}/uploads`, { json: { name, size, ...more } });
}

function sendChunk(
  user: Caller,
  upload: { _actions: { upload_data: string } },
  index: number,
  bytes: Buffer,
  headers = {},
) {
  return user.call('PUT', upload._actions.upload_data, {
    body: bytes as never,
    headers: { 'svc-chunk-index': String(index), 'svc-chunk-size': String(bytes.length), ...headers },
  });
}

/** Reads an upload until its task has ended. */
async function ended(user: Caller, upload: { _links: { self: string } }) {
  for (;;) {
    const { _meta, ...rest } = await user.json(200, 'GET', upload._links.self);
    if (_meta.task.file || _meta.task.error) return { ...rest, task: _meta.task };
    await new Promise(setImmediate);
  }
}

async function partsOnDisk(blob: string): Promise<number> {
  const names = await readdir(join(service.folder, 'files', blob.slice(0, 2)));
  return names.filter((name) => name.startsWith(blob)).length;
}

describe('a direct upload', () => {
  it('becomes a file when its data has arrived', async () => {
    const { user, record } = await someone();
    const upload = await begin(user, record, '  a \t b.txt ', 5, { description: ' d ' });
    assert.equal(upload.upload_type, 'direct');
    assert.equal(upload.name, 'a b.txt');
    assert.equal(upload.chunk_count, 1);
    assert.deepEqual(upload._meta, { chunk_size: 5 });
    assert.equal('checksum' in upload, false);
    assert.equal(upload.file, null);
    assert.deepEqual(Object.keys(upload._actions).sort(), ['delete', 'upload_data']);

    const file = await user.json(201, 'PUT', upload._actions.upload_data, { body: 'hello' });
    assert.equal(file.name, 'a b.txt');
    assert.equal(file.description, 'd');
    assert.equal(file.checksum, md5('hello'));
    assert.equal(file.mimetype, 'text/plain');
    assert.equal(file.creator.id, user.userId);
    assert.deepEqual(await user.json(200, 'GET', file._links.self), file);
    const over = await user.json(200, 'GET', upload._links.self);
    assert.equal(over.state, 'inactive');
    assert.equal(over.checksum, md5('hello'));
    assert.deepEqual(over.chunks, []);
  });

  it('may be empty, with or without a length', async () => {
    const { user, record } = await someone();
    const one = await begin(user, record, 'one', 0);
    assert.equal((await user.json(201, 'PUT', one._actions.upload_data, { body: '' })).checksum, md5(''));
    const two = await begin(user, record, 'two', 0);
    const empty = new ReadableStream({ start: (controller) => controller.close() });
    const file = await user.json(201, 'PUT', two._actions.upload_data, { body: empty, duplex: 'half' } as RequestInit);
    assert.equal(file.magic_mimetype, 'application/x-empty');
  });

  it('may be sent in pieces of unknown length', async () => {
    const { user, record } = await someone();
    const upload = await begin(user, record, 'a', 6);
    const body = new Blob(['one', 'two']).stream();
    const file = await user.json(201, 'PUT', upload._actions.upload_data, { body, duplex: 'half' } as RequestInit);
    assert.equal(file.checksum, md5('onetwo'));
  });

  for (const [what, body, headers, pattern] of [
    ['longer', 'hello!', {}, /6 bytes instead of the announced 5/],
    ['shorter', 'hell', {}, /4 bytes instead of the announced 5/],
    ['other', 'hello', { 'svc-md5-checksum': md5('other') }, new RegExp(`${md5('hello')}.*${md5('other')}`)],
    ['other (upper-case checksum)', 'hello', { 'kadi-md5-checksum': md5('hello').toUpperCase() }, /announced/],
  ] as const) {
    it(`ends without a file if the data is ${what} than announced`, async () => {
      const { user, record } = await someone();
      const upload = await begin(user, record, 'a', 5);
      const error = await user.json(400, 'PUT', upload._actions.upload_data, { body, headers });
      assert.match(error.description, pattern);
      assert.equal('errors' in error, false);
      assert.equal((await user.json(200, 'GET', upload._links.self)).state, 'inactive');
      await user.json(404, 'PUT', upload._actions.upload_data, { body: 'hello' });
      assert.equal(await partsOnDisk(upload.id), 0);
      assert.equal((await user.json(200, 'GET', `/records/${record}/files`))._pagination.total_items, 0);
    });
  }

  it('ends the same way if a stream of unknown length is too long or too short', async () => {
    const { user, record } = await someone();
    for (const content of ['hello!', 'hell']) {
      const upload = await begin(user, record, 'a', 5);
      const body = new Blob([content]).stream();
      await user.json(400, 'PUT', upload._actions.upload_data, { body, duplex: 'half' } as RequestInit);
      assert.equal((await user.json(200, 'GET', upload._links.self)).state, 'inactive');
    }
  });

  it('takes the checksum under both header names', async () => {
    const { user, record } = await someone();
    for (const header of ['Svc-MD5-Checksum', 'Kadi-MD5-Checksum']) {
      const upload = await begin(user, record, header, 5);
      await user.json(201, 'PUT', upload._actions.upload_data, {
        body: 'hello',
        headers: { [header]: ` ${md5('hello')} ` },
      });
    }
    const upload = await begin(user, record, 'empty header', 5);
    const error = await user.json(400, 'PUT', upload._actions.upload_data, {
      body: 'hello',
      headers: { 'svc-md5-checksum': ' ' },
    });
    assert.deepEqual(Object.keys(error.errors), ['checksum']);
    await user.json(201, 'PUT', upload._actions.upload_data, { body: 'hello' });
  });

  it('is a conflict if the name was taken meanwhile, and leaves the other file alone', async () => {
    const { user, record } = await someone();
    const late = await begin(user, record, 'a', 5);
    const first = await user.put(record, 'a', 'first');
    await user.json(409, 'PUT', late._actions.upload_data, { body: 'later' });
    assert.equal((await user.json(200, 'GET', late._links.self)).state, 'inactive');
    assert.deepEqual(await user.json(200, 'GET', first._links.self), first);
  });

  it('stays usable if the sender breaks off', async () => {
    const { user, record } = await someone();
    const upload = await begin(user, record, 'a', 40_000);
    const { hostname, port, pathname } = new URL(upload._actions.upload_data);
    const { token } = await service.tokenOf(user);
    const socket = connect(Number(port), hostname);
    socket.write(
      `PUT ${pathname} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Length: 40000\r\n\r\n`,
    );
    socket.end(Buffer.alloc(20_000));
    await text(socket).catch(() => '');
    await user.json(201, 'PUT', upload._actions.upload_data, { body: Buffer.alloc(40_000) as never });
    assert.equal(await partsOnDisk(upload.id), 1);
  });

  it('is refused before its data is read if the request is larger than anything that can be sent', async () => {
    const { user, record } = await someone();
    const upload = await begin(user, record, 'a', 5);
    const { hostname, port, pathname } = new URL(upload._actions.upload_data);
    const { token } = await service.tokenOf(user);
    const socket = connect(Number(port), hostname);
    socket.write(
      `PUT ${pathname} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Length: 99999999\r\n\r\n`,
    );
    assert.match(await text(socket), /^HTTP\/1.1 413 /);
    assert.equal((await user.json(200, 'GET', upload._links.self)).state, 'active');
  });

  it('can not be finished like a chunked one', async () => {
    const { user, record } = await someone();
    const upload = await begin(user, record, 'a', 5);
    await user.json(404, 'POST', upload._links.self);
  });

  it('is direct up to the limit and chunked from the next byte on', async () => {
    const { user, record } = await someone();
    assert.equal((await begin(user, record, 'a', DIRECT)).upload_type, 'direct');
    const chunked = await begin(user, record, 'b', DIRECT + 1);
    assert.deepEqual([chunked.upload_type, chunked.chunk_count, chunked._meta.chunk_size], ['chunked', 6, CHUNK]);
    assert.equal(chunked._actions.finish, chunked._links.self);
  });
});

describe('a chunked upload', () => {
  const SIZE = 5 * CHUNK + 123;
  const content = randomBytes(SIZE);
  const chunk = (index: number) => content.subarray(index * CHUNK, (index + 1) * CHUNK);

  async function begun() {
    const { user, record } = await someone();
    return { user, record, upload: await begin(user, record, 'big.bin', SIZE) };
  }

  it('takes chunks in any order and at once, and becomes a file in a task', async () => {
    const { user, record, upload } = await begun();
    await Promise.all(
      [3, 0, 5, 1, 4, 2].map(async (index) => {
        const answer = await sendChunk(user, upload, index, chunk(index), { 'svc-md5-checksum': md5(chunk(index)) });
        assert.equal(answer.status, 200);
      }),
    );
    const full = await user.json(200, 'GET', upload._links.self);
    assert.deepEqual(
      full.chunks,
      [0, 1, 2, 3, 4, 5].map((index) => ({ index, size: chunk(index).length, checksum: md5(chunk(index)) })),
    );
    assert.equal('task' in full._meta, false);
    const processing = await user.json(202, 'POST', upload._links.self);
    assert.equal(processing.state, 'processing');
    const { task, state, file } = await ended(user, upload);
    assert.equal(state, 'inactive');
    assert.equal(file, null);
    assert.equal(task.state, 'success');
    assert.equal(task.file.size, SIZE);
    assert.equal(task.file.checksum, chunkedChecksum(full.chunks));
    assert.match(task.file.checksum, /^[\da-f]{32}-6$/);
    const download = await user.call('GET', task.file._links.download);
    assert.deepEqual(Buffer.from(await download.arrayBuffer()), content);
    assert.equal((await user.json(200, 'GET', `/records/${record}/files`))._pagination.total_items, 1);
  });

  it('takes the header names of published clients', async () => {
    const { user, upload } = await begun();
    const answer = await user.json(200, 'PUT', upload._actions.upload_data, {
      body: chunk(0) as never,
      headers: { 'Kadi-Chunk-Index': '0', 'Kadi-Chunk-Size': String(CHUNK), 'Kadi-MD5-Checksum': md5(chunk(0)) },
    });
    assert.equal(answer.chunks.length, 1);
  });

  it('names bad headers by their fields', async () => {
    const { user, upload } = await begun();
    const errorsOf = async (headers: Record<string, string>) =>
      Object.keys(
        (await user.json(400, 'PUT', upload._actions.upload_data, { body: chunk(0) as never, headers })).errors,
      );
    assert.deepEqual(await errorsOf({}), ['index', 'size']);
    assert.deepEqual(await errorsOf({ 'svc-chunk-index': '6', 'svc-chunk-size': '123' }), ['index']);
    assert.deepEqual(await errorsOf({ 'svc-chunk-index': '-1', 'svc-chunk-size': 'x' }), ['index', 'size']);
    assert.deepEqual(await errorsOf({ 'svc-chunk-index': '0', 'svc-chunk-size': String(CHUNK + 1) }), ['size']);
    assert.deepEqual(await errorsOf({ 'svc-chunk-index': '0', 'svc-chunk-size': String(CHUNK - 1) }), ['size']);
    assert.deepEqual(
      await errorsOf({ 'svc-chunk-index': '0', 'svc-chunk-size': '1', 'svc-md5-checksum': 'x'.repeat(257) }),
      ['checksum'],
    );
    assert.deepEqual((await user.json(200, 'GET', upload._links.self)).chunks, []);
  });

  it('keeps a good chunk when the same one is sent again and fails', async () => {
    const { user, upload } = await begun();
    await sendChunk(user, upload, 0, chunk(0));
    assert.equal((await sendChunk(user, upload, 0, chunk(1), { 'svc-md5-checksum': md5(chunk(0)) })).status, 400);
    const short = await user.call('PUT', upload._actions.upload_data, {
      body: new Blob([chunk(1).subarray(1)]).stream(),
      duplex: 'half',
      headers: { 'svc-chunk-index': '0', 'svc-chunk-size': String(CHUNK) },
    } as RequestInit);
    assert.equal(short.status, 400);
    assert.deepEqual((await user.json(200, 'GET', upload._links.self)).chunks, [
      { index: 0, size: CHUNK, checksum: md5(chunk(0)) },
    ]);
    assert.equal(await partsOnDisk(upload.id), 1);
  });

  it('replaces a chunk that is sent again and is good', async () => {
    const { user, upload } = await begun();
    await sendChunk(user, upload, 0, chunk(1));
    await sendChunk(user, upload, 0, chunk(0));
    assert.equal((await user.json(200, 'GET', upload._links.self)).chunks[0].checksum, md5(chunk(0)));
    assert.equal(await partsOnDisk(upload.id), 1);
  });

  it('can not be finished while chunks are missing, and can be afterwards', async () => {
    const { user, upload } = await begun();
    for (const index of [0, 1, 2, 3, 4]) await sendChunk(user, upload, index, chunk(index));
    await user.json(400, 'POST', upload._links.self);
    assert.equal((await user.json(200, 'GET', upload._links.self)).state, 'active');
    await sendChunk(user, upload, 5, chunk(5));
    await user.json(202, 'POST', upload._links.self);
    assert.equal((await ended(user, upload)).task.state, 'success');
  });

  it('fails in its task if the sizes do not add up', async () => {
    const { user, record, upload } = await begun();
    for (const index of [0, 1, 2, 3, 4]) await sendChunk(user, upload, index, chunk(index));
    await sendChunk(user, upload, 5, chunk(5).subarray(1));
    await user.json(202, 'POST', upload._links.self);
    const { task, state } = await ended(user, upload);
    assert.deepEqual([state, task.state], ['inactive', 'failure']);
    assert.match(task.error, /size mismatch/);
    assert.equal((await user.json(200, 'GET', `/records/${record}/files`))._pagination.total_items, 0);
  });

  it('fails in its task if the name was taken meanwhile', async () => {
    const { user, record, upload } = await begun();
    for (const index of [0, 1, 2, 3, 4, 5]) await sendChunk(user, upload, index, chunk(index));
    await user.put(record, 'big.bin', 'quicker');
    await user.json(202, 'POST', upload._links.self);
    const { task } = await ended(user, upload);
    assert.equal(task.state, 'failure');
    assert.match(task.error, /big\.bin/);
  });

  it('takes nothing more once it is being finished or given up', async () => {
    const { user, upload } = await begun();
    for (const index of [0, 1, 2, 3, 4, 5]) await sendChunk(user, upload, index, chunk(index));
    await user.json(202, 'POST', upload._links.self);
    await user.json(404, 'POST', upload._links.self);
    await user.json(404, 'DELETE', upload._links.self);
    assert.equal((await sendChunk(user, upload, 0, chunk(0))).status, 404);

    const other = await begun();
    await other.user.json(204, 'DELETE', other.upload._links.self);
    await other.user.json(404, 'GET', other.upload._links.self);
    assert.equal((await sendChunk(other.user, other.upload, 0, chunk(0))).status, 404);
  });
});

describe('beginning an upload', () => {
  it('is a conflict that shows the file if the name is taken', async () => {
    const { user, record } = await someone();
    const file = await user.put(record, 'a', 'x');
    const error = await user.json(409, 'POST', `/records/${record}/uploads`, { json: { name: ' a ', size: 1 } });
    assert.deepEqual(error.file, file);
    await begin(user, record, 'A', 1);
  });

  it('checks the body field by field, and ignores what answers contain', async () => {
    const { user, record } = await someone();
    const errorsOf = async (json: unknown) =>
      (await user.json(400, 'POST', `/records/${record}/uploads`, { json })).errors;
    assert.deepEqual(Object.keys(await errorsOf({})), ['name', 'size']);
    assert.deepEqual(
      Object.keys(await errorsOf({ name: ' ', size: -1, description: null, mimetype: 'text/plain; x=1' })),
      ['name', 'size', 'description', 'mimetype'],
    );
    assert.deepEqual(Object.keys(await errorsOf({ name: 'a\u0000', size: true, color: 1 })), ['name', 'size', 'color']);
    assert.deepEqual(Object.keys(await errorsOf({ name: 'x'.repeat(257), size: 1e300 })), ['name', 'size']);
    const upload = await begin(user, record, 'a', 3);
    await user.json(201, 'POST', `/records/${record}/uploads`, {
      json: { ...upload, size: '3', mimetype: 'Text/PLAIN', description: '' },
    });
  });

  it('belongs to one user alone', async () => {
    const { user, record } = await someone();
    const editor = await service.user();
    await sql`insert into role (resource_id, user_id, name) values (${record}, ${editor.userId}, 'editor')`.execute(
      service.db,
    );
    const upload = await begin(user, record, 'a', 1);
    for (const method of ['GET', 'PUT', 'POST', 'DELETE']) await editor.json(404, method, upload._links.self);
    assert.deepEqual(await editor.json(200, 'GET', `/records/${record}/uploads`), { items: [] });
    const { items } = await user.json(200, 'GET', `/records/${record}/uploads`);
    assert.deepEqual(items, [{ ...upload, checksum: null }]);
    const stranger = await service.user();
    await stranger.json(403, 'GET', upload._links.self);
  });

  it('needs the right before the scope, and both before a look at the body', async () => {
    const { user, record } = await someone();
    const path = `/records/${record}/uploads`;
    const stranger = await service.user('record.read');
    await stranger.json(403, 'POST', path, { json: {} });
    const limited = await service.caller(user.userId, 'record.read');
    assert.deepEqual((await limited.json(401, 'POST', path, { json: {} })).scopes, ['record.update']);
    await limited.json(401, 'POST', path, { json: { name: 'a', size: 1 } });
    await user.json(404, 'POST', '/records/999999/uploads', { json: {} });
    await sql`update resource set state = 'deleted' where id = ${record}`.execute(service.db);
    await user.json(404, 'POST', path, { json: {} });
    await user.json(404, 'POST', path, { json: { name: 'a', size: 1 } });
  });
});

describe('replacing a file', () => {
  it('keeps id, name, creator and description, and shows the new content in one step', async () => {
    const { user, record } = await someone();
    const file = await user.put(record, 'a.txt', 'first', { description: 'd' });
    const editor = await service.user();
    await sql`insert into role (resource_id, user_id, name) values (${record}, ${editor.userId}, 'editor')`.execute(
      service.db,
    );
    const before = await editor.json(200, 'GET', file._links.self);
    const upload = await editor.json(201, 'PUT', file._actions.edit_data, { json: { name: 'ignored', size: 9 } });
    assert.deepEqual(upload.file, before);
    assert.equal(upload.name, 'a.txt');
    assert.equal(upload.checksum, null);
    const replaced = await editor.json(201, 'PUT', upload._actions.upload_data, { body: '{"a": 42}' });
    assert.deepEqual(
      { ...replaced, last_modified: before.last_modified },
      { ...before, size: 9, checksum: md5('{"a": 42}'), magic_mimetype: 'application/json' },
    );
    assert.ok(replaced.last_modified > before.last_modified);
    assert.equal(await (await user.call('GET', file._links.download)).text(), '{"a": 42}');
  });

  it('changes the description only if one is sent', async () => {
    const { user, record } = await someone();
    const file = await user.put(record, 'a', 'first', { description: 'd' });
    const upload = await user.json(201, 'PUT', file._actions.edit_data, { json: { size: 1, description: '' } });
    assert.equal((await user.json(201, 'PUT', upload._actions.upload_data, { body: 'x' })).description, '');
  });

  it('leaves the old content untouched if the new one fails', async () => {
    const { user, record } = await someone();
    const file = await user.put(record, 'a', 'first');
    const upload = await user.json(201, 'PUT', file._actions.edit_data, { json: { size: 5 } });
    await user.json(400, 'PUT', upload._actions.upload_data, { body: 'other', headers: { 'svc-md5-checksum': 'x' } });
    assert.deepEqual(await user.json(200, 'GET', file._links.self), file);
    assert.equal(await (await user.call('GET', file._links.download)).text(), 'first');
  });

  it('is over when the file is deleted', async () => {
    const { user, record } = await someone();
    const file = await user.put(record, 'a', 'first');
    const upload = await user.json(201, 'PUT', file._actions.edit_data, { json: { size: 5 } });
    await user.json(204, 'DELETE', file._links.self);
    await user.json(404, 'PUT', upload._actions.upload_data, { body: 'later' });
    await user.json(404, 'PUT', file._actions.edit_data, { json: {} });
  });

  it('lets the one that finishes last win', async () => {
    const { user, record } = await someone();
    const file = await user.put(record, 'a', 'first');
    const [one, two] = await Promise.all(
      [1, 2].map(() => user.json(201, 'PUT', file._actions.edit_data, { json: { size: 3 } })),
    );
    await user.json(201, 'PUT', two._actions.upload_data, { body: 'two' });
    await user.json(201, 'PUT', one._actions.upload_data, { body: 'one' });
    assert.equal(await (await user.call('GET', file._links.download)).text(), 'one');
  });
});
