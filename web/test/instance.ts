import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const CAIRN = fileURLToPath(new URL('../../server/bin/cairn.mjs', import.meta.url));
const PAGE = fileURLToPath(new URL('../dist/index.html', import.meta.url));

export type Instance = {
  /** Address of the start page, with a slash at its end. */
  url: string;
  /** The one-time link that the service printed. */
  setupLink: string;
  /** Runs `cairn …` on the instance's database; resolves with what it printed. */
  cairn: (args: string[], input?: string) => Promise<string>;
};

/** A port that is free now. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return address.port;
}

/** Makes an empty database beside the one of CAIRN_TEST_DATABASE_URL; resolves with its address and how to drop it. */
async function ownDatabase() {
  const admin = process.env.CAIRN_TEST_DATABASE_URL;
  if (!admin) throw new Error('Set CAIRN_TEST_DATABASE_URL to a PostgreSQL on which databases may be made.');
  const name = `web_${randomUUID().replaceAll('-', '')}`;
  const run = async (statement: string) => {
    const client = new pg.Client(admin);
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await run(`create database ${name}`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(`drop database ${name} with (force)`) };
}

/**
 * Starts a service of its own for the tests of a file: free port, empty database, empty data folder; it ends after them.
 * @param path under which it is served, such as `/lab`; empty for the root.
 */
export async function startInstance(path = ''): Promise<Instance> {
  if (!existsSync(PAGE)) throw new Error('The interface is not built: run `npm run build -w web`.');
  const database = await ownDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'cairn-web-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const env = {
    ...process.env,
    CAIRN_DATABASE_URL: database.url,
    CAIRN_DATA_DIR: folder,
    CAIRN_HOST: '127.0.0.1',
    CAIRN_PORT: String(port),
    CAIRN_BASE_URL: `http://127.0.0.1:${port}${path}`,
    CAIRN_LOG_LEVEL: 'error',
    CAIRN_WORKERS: '1',
  };
  const service = spawn(process.execPath, [CAIRN, 'start'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<void>((resolve) => service.once('close', () => resolve()));
  after(async () => {
    service.kill('SIGTERM');
    await ended;
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const setupLink = await new Promise<string>((resolve, reject) => {
    let said = '';
    const listen = (chunk: Buffer) => {
      said += chunk;
      const link = /http\S+\/setup\?token=\w+/.exec(said)?.[0];
      if (link && /is ready/.test(said)) resolve(link);
    };
    service.stdout.on('data', listen);
    service.stderr.on('data', listen);
    void ended.then(() => reject(new Error(`The service did not start:\n${said}`)));
  });

  const cairn = async (args: string[], input = '') => {
    const child = spawn(process.execPath, [CAIRN, ...args], { env });
    child.stdin.end(input);
    const status = new Promise((resolve) => child.once('close', resolve));
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
    if ((await status) !== 0) throw new Error(`cairn ${args.join(' ')}: ${err}`);
    return out.trim();
  };
  return { url: `http://127.0.0.1:${port}${path}/`, setupLink, cairn };
}
