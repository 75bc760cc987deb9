import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { fromBuffer, type ZipFile } from 'yauzl';
import { testDatabase } from '../db/test-database.ts';
import { type Caller, TestService } from './test-service.ts';

let service: TestService;
let user: Caller;
let record: number;
before(async () => {
  service = await TestService.start(await testDatabase(), { directUploadLimit: 2_000_000, chunkSize: 600_000 });
  user = await service.user();
  record = await service.record(user);
});
after(() => service.close());

describe('a download', () => {
  const content = randomBytes(1_500_000);

  it('has everything that lets it be saved, continued and kept', async () => {
    const file = await user.put(record, 'messung ü.csv', content);
    const response = await user.call('GET', file._links.download);
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), content);
    const { headers } = response;
    assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8');
    assert.equal(headers.get('content-length'), '1500000');
    assert.equal(
      headers.get('content-disposition'),
      `attachment; filename="messung u.csv"; filename*=UTF-8''messung%20%C3%BC.csv`,
    );
    assert.equal(headers.get('accept-ranges'), 'bytes');
    assert.equal(headers.get('cache-control'), 'no-cache');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.match(headers.get('content-security-policy') ?? '', /^sandbox/);
    assert.match(headers.get('etag') ?? '', /^"[^"]+"$/);
    assert.ok(Math.abs(Date.parse(headers.get('last-modified') ?? '') - Date.now()) < 60_000);
  });

  it('answers HEAD with the same headers and nothing else', async () => {
    const file = await user.put(record, 'head', content);
    const get = await user.call('GET', file._links.download);
    await get.arrayBuffer();
    const head = await user.call('HEAD', file._links.download);
    assert.equal(head.status, 200);
    assert.equal((await head.arrayBuffer()).byteLength, 0);
    for (const name of [
      'content-length',
      'content-type',
      'etag',
      'last-modified',
      'content-disposition',
      'accept-ranges',
    ]) {
      assert.equal(head.headers.get(name), get.headers.get(name), name);
    }
    const archive = await user.call('HEAD', `/records/${record}/files/download`);
    assert.deepEqual([archive.status, archive.headers.get('content-type')], [200, 'application/zip']);
    assert.ok(Number(archive.headers.get('content-length')) > 1_500_000);
  });

  it('can be of a part', async () => {
    const file = await user.put(record, 'range', content);
    const part = await user.call('GET', file._links.download, { headers: { range: 'bytes=1000000-1000009' } });
    assert.equal(part.status, 206);
    assert.equal(part.headers.get('content-range'), 'bytes 1000000-1000009/1500000');
    assert.equal(part.headers.get('content-length'), '10');
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), content.subarray(1_000_000, 1_000_010));
    const outside = await user.call('GET', file._links.download, { headers: { range: 'bytes=1500000-' } });
    assert.equal(outside.status, 416);
    assert.equal(outside.headers.get('content-range'), 'bytes */1500000');
    assert.equal(((await outside.json()) as { code: number }).code, 416);
  });

  it('is continued across the parts of a chunked upload', async () => {
    const big = randomBytes(2_000_001);
    const upload = await user.json(201, 'POST', `/records/${record}/uploads`, {
      json: { name: 'big', size: big.length },
    });
    for (let index = 0; index < upload.chunk_count; index++) {
      const chunk = big.subarray(index * 600_000, (index + 1) * 600_000);
      await user.json(200, 'PUT', upload._actions.upload_data, {
        body: chunk as never,
        headers: { 'svc-chunk-index': String(index), 'svc-chunk-size': String(chunk.length) },
      });
    }
    await user.json(202, 'POST', upload._actions.finish);
    let task: { state: string; file?: { _links: { download: string } } };
    do ({ task } = (await user.json(200, 'GET', upload._links.self))._meta);
    while (task.state === 'pending');
    const response = await user.call('GET', task.file?._links.download as string, {
      headers: { range: 'bytes=599990-1200010' },
    });
    assert.deepEqual(Buffer.from(await response.arrayBuffer()), big.subarray(599_990, 1_200_011));
  });

  it('is not sent again to those who have it, and is after a replacement', async () => {
    const file = await user.put(record, 'etag', 'first');
    const first = await user.call('GET', file._links.download);
    await first.text();
    const etag = first.headers.get('etag') as string;
    const known = await user.call('GET', file._links.download, { headers: { 'if-none-match': etag } });
    assert.deepEqual([known.status, await known.text(), known.headers.get('etag')], [304, '', etag]);
    await user.json(200, 'PATCH', file._links.self, { json: { description: 'only metadata' } });
    assert.equal((await user.call('GET', file._links.download, { headers: { 'if-none-match': etag } })).status, 304);
    const upload = await user.json(201, 'PUT', file._actions.edit_data, { json: { size: 5 } });
    await user.json(201, 'PUT', upload._actions.upload_data, { body: 'other' });
    const changed = await user.call('GET', file._links.download, {
      headers: { 'if-none-match': etag, range: 'bytes=0-1', 'if-range': etag },
    });
    assert.deepEqual([changed.status, await changed.text()], [200, 'other']);
  });

  it('of an empty file is empty', async () => {
    const file = await user.put(record, 'empty', '');
    const response = await user.call('GET', file._links.download);
    assert.deepEqual([response.status, response.headers.get('content-length'), await response.text()], [200, '0', '']);
  });

  it('never looks complete if its content is damaged', async () => {
    const lost = await user.put(record, 'lost', content);
    await service.loseContent(lost.id);
    assert.equal((await user.call('GET', lost._links.download)).status, 500);
    const cut = await user.put(record, 'cut', content);
    await service.cutContent(cut.id, 1_200_000);
    await assert.rejects(user.call('GET', cut._links.download).then((response) => response.arrayBuffer()));
  });
});

describe('the archive of a record', () => {
  it('holds all files under their names, folders from slashes', async () => {
    const own = await service.record(user);
    for (const name of ['b.txt', 'd/ä.txt', 'd/b.txt']) await user.put(own, name, `content of ${name}`);
    const response = await user.call('GET', `/records/${own}/files/download`);
    const zip = Buffer.from(await response.arrayBuffer());
    assert.equal(Number(response.headers.get('content-length')), zip.length);
    assert.match(response.headers.get('content-disposition') ?? '', /^attachment; filename=r-\w+\.zip$/);
    const opened = await promisify<Buffer, { lazyEntries: boolean }, ZipFile>(fromBuffer as never)(zip, {
      lazyEntries: true,
    });
    const names: string[] = [];
    await new Promise((resolve, reject) => {
      opened.on('entry', ({ fileName }) => {
        names.push(fileName);
        opened.readEntry();
      });
      opened.on('end', resolve).on('error', reject);
      opened.readEntry();
    });
    assert.deepEqual(names, ['b.txt', 'd/b.txt', 'd/ä.txt']);
  });

  it('of a record without files is empty but valid', async () => {
    const response = await user.call('GET', `/records/${await service.record(user)}/files/download`);
    assert.equal((await response.arrayBuffer()).byteLength, 22);
  });
});
