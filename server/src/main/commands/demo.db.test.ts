import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { testDatabase } from '../../db/test-database.ts';
import { freePort, runCairn, startCairn } from '../cairn-process.ts';

describe('cairn demo', () => {
  it('says that the service has to run', async () => {
    const env = { CAIRN_PORT: String(await freePort()) };
    const result = await runCairn(['demo', 'ada'], { env });
    assert.equal(result.status, 1);
    assert.match(result.err, /^cairn: Cairn is not ready at http:\/\/127\.0\.0\.1:\d+: start it with npm start/);
  });

  it('fills a running service, changes nothing the second time, and leaves no token behind', async (t) => {
    const { db, url, drop } = await testDatabase();
    const dataDir = mkdtempSync(join(tmpdir(), 'cairn-demo-'));
    const env = {
      CAIRN_DATABASE_URL: url,
      CAIRN_DATA_DIR: dataDir,
      CAIRN_PORT: String(await freePort()),
      CAIRN_WORKERS: '1',
      CAIRN_DIRECT_UPLOAD_LIMIT: '100 kB', // so that some files go in chunks
      CAIRN_CHUNK_SIZE: '100 kB',
    };
    const cairn = (line: string, input = '') => runCairn(line.split(' '), { env, input });
    const running = await startCairn(t, { env });
    await cairn('users create ada --password-stdin', 'correct horse battery');

    const first = await cairn('demo ada');
    assert.equal(first.err, '');
    const [, records, files] =
      /(\d+) records and (\d+) files \([\d.]+ MB\) created, 0 records and 0 files were there/.exec(first.out) ?? [];
    assert.ok(Number(records) >= 60);

    const rows = () => db.selectFrom('resource').select(['id', 'last_modified']).orderBy('id').execute();
    const before = await rows();
    assert.equal(before.length, Number(records));
    const second = await cairn('demo ada');
    const nothing = `0 records and 0 files (0.0 MB) created, ${records} records and ${files} files were there already`;
    assert.equal(second.out.trimEnd().split('\n').at(-1), nothing);
    assert.deepEqual(await rows(), before);

    assert.equal((await cairn('tokens list ada --json')).out, '[]\n');
    assert.equal(await running.end('SIGTERM'), 0);
    await drop();
    rmSync(dataDir, { recursive: true });
  });
});
