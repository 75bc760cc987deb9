import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { freePort, runCairn, startCairn, untilAnswered } from './cairn-process.ts';
import { readPostmaster } from './postgres/postmaster-file.ts';
import { isAlive, waitUntil } from './postgres/process.ts';
import { canEnter } from './postgres/reach.ts';

const asRoot = process.getuid?.() === 0;

/** Settings of a service of its own: an empty data folder and a free port. */
async function own(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-start-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const dataDir = join(folder, 'data');
  const cluster = join(dataDir, 'postgres');
  t.after(() => {
    const left = readPostmaster(cluster)?.pid;
    if (left !== undefined && isAlive(left)) process.kill(left, 'SIGQUIT');
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  });
  const env = { CAIRN_DATA_DIR: dataDir, CAIRN_PORT: String(port), CAIRN_WORKERS: '2', CAIRN_LOG_LEVEL: 'error' };
  return { folder, dataDir, cluster, env, ready: `http://127.0.0.1:${port}/health/ready` };
}

/** Ids of the processes that `parent` started. */
function childrenOf(parent: number): number[] {
  const list = execFileSync('ps', ['-A', '-o', 'ppid=,pid='], { encoding: 'utf8' });
  return list
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([ppid]) => ppid === parent)
    .map(([, pid]) => pid ?? 0);
}

describe('cairn start', () => {
  it('serves, refuses a second start on its data folder, and ends with status 0 when told to', async (t) => {
    const { env, ready, cluster, dataDir } = await own(t);
    const cairn = await startCairn(t, { env });
    assert.match(cairn.greeting, /Create the first administrator at http:\/\/localhost:\d+\/setup\?token=\w+/);
    assert.equal((await fetch(ready)).status, 200);
    const second = await runCairn(['start'], { env: { ...env, CAIRN_PORT: String(await freePort()) } });
    assert.equal(second.status, 1);
    assert.ok(
      second.err.startsWith(`cairn: CAIRN_DATA_DIR: ${dataDir} is in use by another Cairn (process ${cairn.pid})`),
    );
    assert.equal(await cairn.end('SIGTERM'), 0);
    assert.equal(readPostmaster(cluster), null);
  });

  it('leaves no process behind when killed, and starts again by itself', async (t) => {
    const { env, ready, cluster } = await own(t);
    const killed = await startCairn(t, { env });
    const database = readPostmaster(cluster)?.pid;
    const processes = childrenOf(killed.pid).filter((pid) => pid !== database);
    assert.equal(processes.length, 2);
    await killed.end('SIGKILL');
    assert.ok(await waitUntil(() => !processes.some(isAlive), 10_000), 'the processes outlive their supervisor');
    const cairn = await startCairn(t, { env });
    assert.equal((await fetch(ready)).status, 200);
    assert.notEqual(readPostmaster(cluster)?.pid, database);
    assert.equal(await cairn.end('SIGINT'), 0);
  });

  it('recovers when everything was killed at once', async (t) => {
    const { env, ready, cluster } = await own(t);
    const killed = await startCairn(t, { env });
    process.kill(readPostmaster(cluster)?.pid ?? 0, 'SIGKILL');
    await killed.end('SIGKILL');
    const cairn = await startCairn(t, { env });
    assert.equal((await fetch(ready)).status, 200);
    assert.equal(await cairn.end('SIGTERM'), 0);
  });

  it('goes on when the database process is killed', async (t) => {
    const { env, ready, cluster } = await own(t);
    const cairn = await startCairn(t, { env });
    const database = readPostmaster(cluster)?.pid ?? 0;
    process.kill(database, 'SIGKILL');
    assert.ok(await waitUntil(() => readPostmaster(cluster)?.pid !== database, 30_000), 'no new database process');
    assert.equal((await untilAnswered(ready)).status, 200);
    assert.equal(await cairn.end('SIGTERM'), 0);
  });

  it('replaces a process that dies', async (t) => {
    const { env, ready, cluster } = await own(t);
    const cairn = await startCairn(t, { env });
    const database = readPostmaster(cluster)?.pid;
    const processes = () => childrenOf(cairn.pid).filter((pid) => pid !== database);
    const [first = 0] = processes();
    process.kill(first, 'SIGKILL');
    assert.ok(
      await waitUntil(() => processes().length === 2 && !processes().includes(first), 30_000),
      'the process was not replaced',
    );
    assert.equal((await untilAnswered(ready)).status, 200);
    assert.equal(await cairn.end('SIGTERM'), 0);
  });

  it('says when its port is taken, and stops what it had started', async (t) => {
    const { env, cluster } = await own(t);
    const other = createServer().listen(Number(env.CAIRN_PORT), '127.0.0.1');
    t.after(() => other.close());
    await once(other, 'listening');
    const { status, err } = await runCairn(['start'], { env });
    assert.equal(status, 1);
    assert.equal(
      err,
      `cairn: CAIRN_PORT: 127.0.0.1 port ${env.CAIRN_PORT} is already in use: ` +
        'end the program that uses it, or set CAIRN_PORT to a free port\n',
    );
    assert.equal(readPostmaster(cluster), null);
  });

  it('names every invalid setting, one a line', async (t) => {
    const { env } = await own(t);
    const { status, err } = await runCairn(['start'], { env: { ...env, CAIRN_PORT: '0', CAIRN_WORKER: '2' } });
    assert.equal(status, 1);
    assert.deepEqual(err.split('\n').filter(Boolean).sort(), [
      'cairn: CAIRN_PORT must be a whole number from 1 to 65535',
      'cairn: CAIRN_WORKER is not a setting: did you mean CAIRN_WORKERS?',
    ]);
  });

  it('says when the data folder cannot be used', async (t) => {
    const { env, folder } = await own(t);
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const { status, err } = await runCairn(['start'], { env: { ...env, CAIRN_DATA_DIR: join(file, 'data') } });
    assert.equal(status, 1);
    assert.match(
      err,
      /^cairn: CAIRN_DATA_DIR: \S+ cannot be used as data folder: a part of the path is a file[^\n]*\n$/,
    );
  });

  it('says when the database cannot be reached', async (t) => {
    const { env } = await own(t);
    const url = `postgres://nobody:secret@127.0.0.1:${await freePort()}/cairn`;
    const { status, err } = await runCairn(['start'], { env: { ...env, CAIRN_DATABASE_URL: url } });
    assert.equal(status, 1);
    assert.match(err, /^cairn: CAIRN_DATABASE_URL: the database 127\.0\.0\.1:\d+\/cairn cannot be used [^\n]*\n$/);
    assert.doesNotMatch(err, /secret/);
  });

  it('runs as an ordinary user', { skip: !asRoot && 'every other test does so already' }, async (t) => {
    const { env, ready, folder } = await own(t);
    const account = { name: 'nobody', uid: 65_534, gid: 65_534 };
    if (!canEnter(import.meta.dirname, account)) return t.skip('no other account may enter this working copy');
    chownSync(folder, account.uid, account.gid);
    const cairn = await startCairn(t, { env, account });
    assert.equal((await fetch(ready)).status, 200);
    assert.equal(await cairn.end('SIGTERM'), 0);
  });

  it('as root, names the folder that the account of the database may not enter', { skip: !asRoot }, async (t) => {
    const { env, folder } = await own(t);
    const closed = join(folder, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const { status, err } = await runCairn(['start'], { env: { ...env, CAIRN_DATA_DIR: join(closed, 'data') } });
    assert.equal(status, 1);
    assert.match(err, new RegExp(`^cairn: CAIRN_DATA_DIR: [^\\n]* may not enter ${closed}: [^\\n]*\\n$`));
  });
});
