import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import { LocalStore } from './local-store.ts';
import { PartMismatch, StorageError } from './store.ts';

async function emptyStore(t: TestContext): Promise<{ store: LocalStore; root: string }> {
  const root = await mkdtemp(join(tmpdir(), 'cairn-store-'));
  t.after(() => rm(root, { recursive: true }));
  const store = new LocalStore(root);
  return { store, root };
}

async function* pieces(content: Buffer, size = 65536): AsyncIterable<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}

function md5(content: Buffer): string {
  return createHash('md5').update(content).digest('hex');
}

/** All files below a folder. */
async function filesBelow(root: string): Promise<string[]> {
  const found = await readdir(root, { recursive: true, withFileTypes: true });
  return found.filter((item) => item.isFile()).map((item) => item.name);
}

describe('the local store', () => {
  it('gives back what was written, with its size and MD5', async (t) => {
    const { store } = await emptyStore(t);
    const blob = randomUUID();
    const content = randomBytes(3_500_001);
    const receipt = await store.writePart({ blob, part: '0' }, pieces(content), {
      size: content.length,
      checksum: md5(content),
    });
    assert.deepEqual(receipt, { size: content.length, checksum: md5(content) });
    assert.deepEqual(await buffer(store.read(blob, [{ part: '0', size: content.length }])), content);
    assert.equal((await store.stat({ blob, part: '0' }))?.size, content.length);
  });

  it('keeps empty parts', async (t) => {
    const { store } = await emptyStore(t);
    const blob = randomUUID();
    const receipt = await store.writePart({ blob, part: '0' }, pieces(Buffer.alloc(0)), { size: 0, checksum: null });
    assert.deepEqual(receipt, { size: 0, checksum: 'd41d8cd98f00b204e9800998ecf8427e' });
    assert.equal((await buffer(store.read(blob, [{ part: '0', size: 0 }]))).length, 0);
  });

  it('reads any range across parts', async (t) => {
    const { store } = await emptyStore(t);
    const blob = randomUUID();
    const contents = [randomBytes(1000), Buffer.alloc(0), randomBytes(700_000), randomBytes(1)];
    for (const [index, content] of contents.entries()) {
      await store.writePart({ blob, part: String(index) }, pieces(content), { size: content.length, checksum: null });
    }
    const parts = contents.map((content, index) => ({ part: String(index), size: content.length }));
    const whole = Buffer.concat(contents);
    for (const [start, end] of [
      [0, 0],
      [0, 999],
      [999, 1000],
      [1000, 1000],
      [5, 700_500],
      [700_999, 701_000],
      [701_000, 701_000],
    ] as const) {
      assert.deepEqual(
        await buffer(store.read(blob, parts, { start, end })),
        whole.subarray(start, end + 1),
        `${start}-${end}`,
      );
    }
    assert.deepEqual(await buffer(store.read(blob, parts)), whole);
  });

  it('refuses content that is longer, shorter or other than announced, and leaves nothing of it', async (t) => {
    const { store, root } = await emptyStore(t);
    const content = randomBytes(200_000);
    const attempt = (size: number, checksum: string | null) =>
      store.writePart({ blob: randomUUID(), part: '0' }, pieces(content), { size, checksum });
    await assert.rejects(attempt(199_999, null), PartMismatch);
    await assert.rejects(attempt(200_001, null), PartMismatch);
    await assert.rejects(attempt(200_000, md5(Buffer.alloc(1))), PartMismatch);
    assert.deepEqual(await filesBelow(root), []);
  });

  it('leaves nothing when the sender goes away', async (t) => {
    const { store, root } = await emptyStore(t);
    async function* broken(): AsyncIterable<Buffer> {
      yield randomBytes(2_000_000);
      throw new Error('aborted');
    }
    await assert.rejects(
      store.writePart({ blob: randomUUID(), part: '0' }, broken(), { size: 5_000_000, checksum: null }),
      /aborted/,
    );
    assert.deepEqual(await filesBelow(root), []);
  });

  it('says that the storage is full', async (t) => {
    const { store, root } = await emptyStore(t);
    // What the system answers to a write on a full disk.
    async function* full(): AsyncIterable<Buffer> {
      yield randomBytes(10);
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC', syscall: 'write' });
    }
    const attempt = store.writePart({ blob: randomUUID(), part: '0' }, full(), { size: 100, checksum: null });
    await assert.rejects(attempt, { name: 'ApiError', status: 507 });
    assert.deepEqual(await filesBelow(root), []);
  });

  it('never overwrites a part', async (t) => {
    const { store } = await emptyStore(t);
    const at = { blob: randomUUID(), part: '0' };
    await store.writePart(at, pieces(Buffer.from('first')), { size: 5, checksum: null });
    await assert.rejects(store.writePart(at, pieces(Buffer.from('other')), { size: 5, checksum: null }), StorageError);
    assert.equal((await buffer(store.read(at.blob, [{ part: '0', size: 5 }]))).toString(), 'first');
  });

  it('fails to read a part that is missing or cut off, instead of ending early', async (t) => {
    const { store, root } = await emptyStore(t);
    const blob = randomUUID();
    await assert.rejects(buffer(store.read(blob, [{ part: '0', size: 5 }])), StorageError);
    await store.writePart({ blob, part: '0' }, pieces(Buffer.from('12345')), { size: 5, checksum: null });
    await truncate(join(root, blob.slice(0, 2), `${blob}.0`), 3);
    await assert.rejects(buffer(store.read(blob, [{ part: '0', size: 5 }])), /shorter/);
  });

  it('lists what it holds and forgets what is removed', async (t) => {
    const { store } = await emptyStore(t);
    const written = [randomUUID(), randomUUID()].map((blob) => ({ blob, part: '3-x' }));
    for (const at of written) await store.writePart(at, pieces(Buffer.from('x')), { size: 1, checksum: null });
    const list = async () => (await Array.fromAsync(store.list())).flat();
    assert.deepEqual(new Set((await list()).map(({ blob }) => blob)), new Set(written.map(({ blob }) => blob)));
    for (const at of written) await store.removePart(at);
    await store.removePart(written[0] as (typeof written)[0]);
    assert.deepEqual(await list(), []);
    assert.equal(await store.stat(written[0] as (typeof written)[0]), null);
  });
});
