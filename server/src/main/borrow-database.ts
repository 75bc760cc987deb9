import pg from 'pg';
import { type Config, loadConfig } from '../config/index.ts';
import { type Database, openDatabase } from '../db/index.ts';
import { openDataFolder } from './data-folder.ts';
import { readHolder, tryLock } from './lock.ts';
import { embeddedAddress, prepareEmbedded } from './postgres/embedded.ts';
import { prepareDatabase } from './prepare-database.ts';
import { StartError } from './start-error.ts';

const CONNECTIONS = 8;
const PATIENCE_MS = 30_000;

/** A database for one command, with the settings completed by its address. */
interface Borrowed {
  readonly config: Config;
  release(): Promise<void>;
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** The address of the database that a running service has started in `dataDir`; null while it does not answer. */
async function ofRunningService(dataDir: string): Promise<string | null> {
  if (readHolder(dataDir)?.command !== 'start') return null;
  const url = embeddedAddress(dataDir);
  return (await answers(url)) ? url : null;
}

async function borrowEmbedded(config: Config): Promise<Borrowed> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const lock = tryLock(config.dataDir, 'command');
    if (lock) {
      await using stack = new AsyncDisposableStack();
      stack.defer(() => lock.release());
      const database = await prepareEmbedded(config.dataDir, { connections: CONNECTIONS, durable: true }, () => {});
      const server = await database.start();
      stack.defer(() => server.stop());
      await prepareDatabase(database.url);
      const kept = stack.move();
      return { config: { ...config, databaseUrl: database.url }, release: () => kept.disposeAsync() };
    }
    const url = await ofRunningService(config.dataDir);
    if (url) return { config: { ...config, databaseUrl: url }, release: async () => {} };
    if (performance.now() > end) {
      throw new StartError(
        `CAIRN_DATA_DIR: the process ${readHolder(config.dataDir)?.pid} uses ${config.dataDir}, ` +
          'but its database does not answer: try again when it has started, or stop it',
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function borrow(config: Config): Promise<Borrowed> {
  if (config.databaseUrl === null) return borrowEmbedded(config);
  await prepareDatabase(config.databaseUrl);
  return { config, release: async () => {} };
}

/**
 * Gives `work` the database of this installation: the one of the running service, or, while that is stopped, the
 * embedded one, started for this command and stopped after it.
 */
export async function withDatabase<T>(work: (db: Database, config: Config) => Promise<T>): Promise<T> {
  const settings = loadConfig(process.env, process.cwd());
  const { config, release } = await borrow(openDataFolder(settings, (line) => process.stderr.write(`${line}\n`)));
  try {
    const db = openDatabase(config.databaseUrl ?? '', { max: 4 });
    try {
      return await work(db, config);
    } finally {
      await db.close();
    }
  } finally {
    await release();
  }
}
