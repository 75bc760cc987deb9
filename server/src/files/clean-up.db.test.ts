import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { transaction } from '../db/index.ts';
import { testDatabase } from '../db/test-database.ts';
import { finishUpload } from './finish-upload.ts';
import { continueUploads, purgeFiles, verifyStorage } from './index.ts';
import { type Caller, TestService } from './test-service.ts';

let service: TestService;
before(async () => {
  service = await TestService.start(await testDatabase(), { directUploadLimit: 10, chunkSize: 10 });
});
after(() => service.close());

async function someone(): Promise<{ user: Caller; record: number }> {
  const user = await service.user();
  return { user, record: await service.record(user) };
}

async function partsOnDisk(blob: string): Promise<string[]> {
  const names = await readdir(join(service.folder, 'files', blob.slice(0, 2)));
  return names.filter((name) => name.startsWith(blob));
}

async function blobOf(file: { id: string }): Promise<string> {
  const { rows } = await sql<{ id: string }>`select blob_id as id from file where id = ${file.id}`.execute(service.db);
  return (rows[0] as { id: string }).id;
}

/** An upload with all its chunks, not finished. */
async function complete(user: Caller, record: number, name: string) {
  const upload = await user.json(201, 'POST', `/records/${record}/uploads`, { json: { name, size: 15 } });
  for (const [index, body] of ['0123456789', '01234'].entries()) {
    await user.json(200, 'PUT', upload._actions.upload_data, {
      body,
      headers: { 'svc-chunk-index': String(index), 'svc-chunk-size': String(body.length) },
    });
  }
  return upload;
}

const age = (id: string, hours: number) =>
  sql`update upload set last_modified = now() - make_interval(hours => ${hours}::int) where id = ${id}`.execute(
    service.db,
  );

describe('the clean-up', () => {
  it('ends uploads that nobody went on with, then removes them and their data', async () => {
    const { user, record } = await someone();
    const upload = await complete(user, record, 'a');
    await service.cleanUp();
    assert.equal((await user.json(200, 'GET', upload._links.self)).state, 'active');
    await age(upload.id, 25);
    await service.cleanUp();
    await user.json(404, 'GET', upload._links.self);
    assert.equal((await partsOnDisk(upload.id)).length, 2);
    await age(upload.id, 1);
    await service.cleanUp();
    assert.equal((await partsOnDisk(upload.id)).length, 0);
  });

  it('leaves ended uploads readable for some minutes, and their files for good', async () => {
    const { user, record } = await someone();
    const upload = await user.json(201, 'POST', `/records/${record}/uploads`, { json: { name: 'a', size: 1 } });
    const file = await user.json(201, 'PUT', upload._actions.upload_data, { body: 'x' });
    await service.cleanUp();
    await user.json(200, 'GET', upload._links.self);
    await age(upload.id, 1);
    await service.cleanUp();
    await user.json(404, 'GET', upload._links.self);
    assert.equal(await (await user.call('GET', file._links.download)).text(), 'x');
  });

  it('keeps replaced and deleted contents for their time, behind the revision, and then removes them', async () => {
    const { user, record } = await someone();
    const file = await user.put(record, 'a', 'first');
    const first = await blobOf(file);
    const replacement = await user.json(201, 'PUT', file._actions.edit_data, { json: { size: 5 } });
    await user.json(201, 'PUT', replacement._actions.upload_data, { body: 'other' });
    const second = await blobOf(file);
    await user.json(204, 'DELETE', file._links.self);
    await sql`delete from upload where record_id = ${record}`.execute(service.db);
    await service.cleanUp();
    assert.equal((await partsOnDisk(first)).length, 1);
    const { rows } = await sql<{ blob_id: string }>`
      select blob_id from file_revision where file_id = ${file.id} order by id`.execute(service.db);
    assert.deepEqual(
      rows.map((row) => row.blob_id),
      [first, second, second],
    );
    await sql`update blob set remove_at = now() where id in (${first}, ${second})`.execute(service.db);
    await service.cleanUp();
    assert.deepEqual([...(await partsOnDisk(first)), ...(await partsOnDisk(second))], []);
    const after = await sql`select state, blob_id from file where id = ${file.id}`.execute(service.db);
    assert.deepEqual(after.rows, [{ state: 'deleted', blob_id: null }]);
    assert.equal((await user.json(200, 'GET', `/records/${record}/files/revisions`)).items.length, 3);
  });

  it('removes parts that a crash left, once they are a day old', async () => {
    const at = { blob: randomUUID(), part: '0-x' };
    await service.services.store.writePart(at, (async function* () {})(), { size: 0, checksum: null });
    await service.cleanUp();
    const [name] = await partsOnDisk(at.blob);
    const yesterday = Date.now() / 1000 - 25 * 3600;
    await utimes(join(service.folder, 'files', at.blob.slice(0, 2), name as string), yesterday, yesterday);
    await service.cleanUp();
    assert.deepEqual(await partsOnDisk(at.blob), []);
  });

  it('goes on with uploads whose task was lost', async () => {
    const { user, record } = await someone();
    const upload = await complete(user, record, 'a');
    await sql`update upload set state = 'processing', task_state = 'pending' where id = ${upload.id}`.execute(
      service.db,
    );
    await continueUploads(service.services);
    let state = 'pending';
    while (state === 'pending') state = (await user.json(200, 'GET', upload._links.self))._meta.task.state;
    assert.equal(state, 'success');
  });
});

describe('finishing an upload', () => {
  it('twice makes one file', async () => {
    const { user, record } = await someone();
    const upload = await complete(user, record, 'a');
    await sql`update upload set state = 'processing', task_state = 'pending' where id = ${upload.id}`.execute(
      service.db,
    );
    await Promise.all([1, 2, 3].map(() => finishUpload(service.services, { id: upload.id })));
    assert.equal((await user.json(200, 'GET', `/records/${record}/files`))._pagination.total_items, 1);
    assert.equal((await user.json(200, 'GET', `/records/${record}/files/revisions`))._pagination.total_items, 1);
  });

  it('fails with a text if the record is gone to the trash or data can not be read', async () => {
    const { user, record } = await someone();
    const one = await complete(user, record, 'a');
    await sql`update upload set state = 'processing', task_state = 'pending' where record_id = ${record}`.execute(
      service.db,
    );
    await sql`update resource set state = 'deleted' where id = ${record}`.execute(service.db);
    await finishUpload(service.services, { id: one.id });
    await sql`update resource set state = 'active' where id = ${record}`.execute(service.db);
    assert.equal((await user.json(200, 'GET', one._links.self))._meta.task.state, 'failure');

    const two = await complete(user, record, 'b');
    await sql`update upload set state = 'processing', task_state = 'pending' where id = ${two.id}`.execute(service.db);
    for (const name of await partsOnDisk(two.id)) {
      await service.services.store.removePart({ blob: two.id, part: name.slice(two.id.length + 1) });
    }
    await assert.rejects(finishUpload(service.services, { id: two.id }));
    const { task } = (await user.json(200, 'GET', two._links.self))._meta;
    assert.deepEqual([task.state, typeof task.error], ['failure', 'string']);
  });
});

describe('purging a record', () => {
  it('removes its files, their old contents and uploads, from the database and then from disk', async () => {
    const { user, record } = await someone();
    const file = await user.put(record, 'a', 'first');
    const contents = [await blobOf(file)];
    const replacement = await user.json(201, 'PUT', file._actions.edit_data, { json: { size: 5 } });
    await user.json(201, 'PUT', replacement._actions.upload_data, { body: 'other' });
    contents.push(await blobOf(file), (await complete(user, record, 'b')).id);
    await transaction(service.db, async (tx) => {
      await purgeFiles(tx, record);
      await sql`delete from resource where id = ${record}`.execute(tx);
    });
    await service.cleanUp();
    for (const blob of contents) assert.deepEqual(await partsOnDisk(blob), []);
    const { rows } = await sql`select from blob where id = any(${contents}::uuid[])`.execute(service.db);
    assert.equal(rows.length, 0);
    assert.equal(
      (await sql`select 1 from storage_use where user_id = ${user.userId} having sum(bytes) <> 0`.execute(service.db))
        .rows.length,
      0,
    );
  });
});

describe('verifying the storage', () => {
  it('reads every file and names what is damaged or left over', async () => {
    const { user, record } = await someone();
    const good = await user.put(record, 'good', 'x');
    const lost = await user.put(record, 'lost', 'x');
    const changed = await user.put(record, 'changed', 'first');
    const clean = await verifyStorage(service.db, service.services.store);
    assert.deepEqual(clean.damaged, []);
    await service.loseContent(lost.id);
    const blob = await blobOf(changed);
    const [name] = await partsOnDisk(blob);
    const part = (name as string).slice(blob.length + 1);
    await service.services.store.removePart({ blob, part });
    const content = async function* () {
      yield Buffer.from('FIRST');
    };
    await service.services.store.writePart({ blob, part }, content(), { size: 5, checksum: null });
    const left = { blob: randomUUID(), part: '0-x' };
    await service.services.store.writePart(left, (async function* () {})(), { size: 0, checksum: null });

    const { files, damaged, leftovers } = await verifyStorage(service.db, service.services.store);
    assert.equal(files, clean.files);
    assert.deepEqual(
      new Map(damaged.map(({ file, problem }) => [file, problem.replace(/^part \S+ /, '')])),
      new Map([
        [lost.id, 'is missing'],
        [changed.id, 'has the checksum 2c2624a5059934a947d6e25fe8332ade instead of 8b04d5e3775d298e78455efc5ca404d5'],
      ]),
    );
    assert.ok(leftovers.some((at) => at.blob === left.blob));
    assert.ok(!leftovers.some((at) => at.blob === good.id));
  });
});
