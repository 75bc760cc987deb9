import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { type ArchiveEntry, archive } from './archive.ts';
import { archiveNames } from './archive-names.ts';

const MODIFIED = new Date(2026, 2, 1, 8, 15, 30);

function entry(name: string, content: string | Buffer): ArchiveEntry {
  const bytes = Buffer.from(content as string);
  return { name, size: bytes.length, modified: MODIFIED, open: () => Readable.from([bytes], { objectMode: false }) };
}

/** Reads an archive with another program's reader: names and contents in order. */
async function unpack(zip: Buffer): Promise<[string, string][]> {
  const file = await promisify<Buffer, { lazyEntries: boolean }, ZipFile>(fromBuffer as never)(zip, {
    lazyEntries: true,
  });
  const found: [string, string][] = [];
  file.on('entry', async (item: Entry) => {
    const stream = await promisify(
      file.openReadStream.bind(file) as (e: Entry, cb: (...args: never[]) => void) => void,
    )(item);
    found.push([item.fileName, (await buffer(stream as unknown as Readable)).toString()]);
    assert.equal(item.compressionMethod, 0);
    assert.deepEqual(item.getLastModDate(), MODIFIED);
    file.readEntry();
  });
  file.readEntry();
  await once(file, 'end');
  return found;
}

describe('an archive', () => {
  it('holds every file under its name and is as long as was said', async () => {
    const { open, length } = archive([entry('a.txt', 'hello'), entry('übung/ö 1.csv', 'a,b\n'), entry('empty', '')]);
    const zip = await buffer(open());
    assert.equal(zip.length, length);
    assert.deepEqual(await unpack(zip), [
      ['a.txt', 'hello'],
      ['übung/ö 1.csv', 'a,b\n'],
      ['empty', ''],
    ]);
  });

  it('without files has 22 bytes', async () => {
    const { open, length } = archive([]);
    const zip = await buffer(open());
    assert.equal(length, 22);
    assert.equal(zip.toString('hex'), `504b0506${'00'.repeat(18)}`);
  });

  it('is sound for the zip module of Python', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'cairn-archive-'));
    t.after(() => rm(folder, { recursive: true }));
    const { open } = archive([entry('a/b.txt', 'one'), entry('a/c.txt', Buffer.alloc(3_000_000, 'x')), entry('ä', '')]);
    await writeFile(join(folder, 'a.zip'), await buffer(open()));
    const program =
      'import sys,zipfile\nz=zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\nprint([(i.filename,i.file_size) for i in z.infolist()])';
    let output: string;
    try {
      output = execFileSync('python3', ['-c', program, join(folder, 'a.zip')], { encoding: 'utf8' });
    } catch (error) {
      if ((error as { code?: string }).code !== 'ENOENT') throw error;
      t.diagnostic('there is no Python on this machine; the reader of the test above stands alone');
      return;
    }
    assert.equal(output.trim(), "[('a/b.txt', 3), ('a/c.txt', 3000000), ('ä', 0)]");
  });

  it('is in the ZIP64 form beyond 4 GiB, and the length is still exact', async () => {
    const size = 2 ** 32 + 5;
    const { length } = archive([
      { name: 'big', size, modified: MODIFIED, open: () => Readable.from([]) },
      entry('after', 'x'),
    ]);
    // Local headers, descriptors and central entries with the ZIP64 fields, and the ZIP64 end records.
    const parts = [30 + 3, size, 24, 30 + 5, 1, 16, 46 + 3 + 28, 46 + 5 + 12, 56, 20, 22];
    assert.equal(
      length,
      parts.reduce((sum, part) => sum + part),
    );
  });

  it('closes the file it is reading when its reader goes away', async () => {
    const endless = new Readable({
      read() {
        this.push(Buffer.alloc(1024));
      },
    });
    const { open } = archive([{ name: 'x', size: 1e12, modified: MODIFIED, open: () => endless }]);
    const content = open();
    await content.iterator({ destroyOnReturn: false }).next();
    const closed = once(endless, 'close');
    content.destroy();
    await closed;
  });

  it('breaks off if a file can not be read', async () => {
    const broken = new Readable({
      read() {
        this.destroy(new Error('gone'));
      },
    });
    const { open } = archive([{ name: 'x', size: 10, modified: MODIFIED, open: () => broken }]);
    await assert.rejects(buffer(open()), /gone/);
  });
});

describe('names in an archive', () => {
  it('are those of the files, with folders', () => {
    assert.deepEqual(archiveNames(['a.txt', 'b/c.txt', 'b/d/e']), ['a.txt', 'b/c.txt', 'b/d/e']);
  });

  it('are all different', () => {
    assert.deepEqual(archiveNames(['/a.txt', 'a.txt', '//a.txt', 'a (2).txt']), [
      'a.txt',
      'a (3).txt',
      'a (4).txt',
      'a (2).txt',
    ]);
  });

  it('never make a file where another one needs a folder', () => {
    assert.deepEqual(archiveNames(['a', 'a/b', 'a.d/x', 'a.d']), ['a (2)', 'a/b', 'a.d/x', 'a (2).d']);
  });

  it('stay inside the folder where the archive is unpacked', () => {
    assert.deepEqual(archiveNames(['../../etc/passwd', '..', 'C:\\x', 'C:/x', 'a\u0000b']), [
      'etc/passwd',
      '_',
      'C__x',
      'C_/x',
      'a_b',
    ]);
  });
});
