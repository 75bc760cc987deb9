import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { Logger as QueueLogger, runOnce } from 'graphile-worker';
import pino from 'pino';
import { type Config, loadConfig } from '../../server/src/config/index.ts';
import { type Database, Watch } from '../../server/src/db/index.ts';
import { testDatabase } from '../../server/src/db/test-database.ts';
import { migrateJobs } from '../../server/src/jobs/index.ts';
import { createApp } from '../../server/src/main/app.ts';
import { createTasks } from '../../server/src/main/tasks.ts';
import { type Client, client } from './client.ts';

/** A running instance of the service with a database and a data folder of its own. */
export type TestService = {
  /** `http://127.0.0.1:port`, without a slash at the end. */
  readonly url: string;
  readonly app: FastifyInstance;
  readonly db: Database;
  readonly config: Config;
  /** Callers without a log-in. */
  readonly nobody: Client;
  /** Background work: one run of a recurring task by name, or all that is enqueued. */
  work(recurring?: 'empty_trash' | 'clean_files'): Promise<void>;
};

/**
 * Starts the whole service on a free port for one test file and stops it after the last test. Every answer is compared
 * with its schema; at the end the log must not have any error, so no request of any test may end in a 500.
 */
export async function startService(settings: Record<string, string> = {}): Promise<TestService> {
  const { db, url: databaseUrl, drop } = await testDatabase();
  await migrateJobs(databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), 'cairn-api-'));
  const config = loadConfig({ CAIRN_DATA_DIR: folder, CAIRN_DATABASE_URL: databaseUrl, ...settings }, folder);
  const watch = new Watch(databaseUrl);
  await watch.start();
  const errors: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) });
  process.env.CAIRN_CHECK_ANSWERS = '1';
  const app = await createApp(config, { db, watch, log });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const { tasks } = createTasks(config, { db, watch, log });
  after(async () => {
    await app.close();
    await watch.stop();
    await drop();
    rmSync(folder, { recursive: true, force: true });
    assert.deepEqual(errors, [], 'the service logged errors');
  });
  return {
    url,
    app,
    db,
    config,
    nobody: client(url),
    async work(recurring) {
      if (recurring) await (tasks[recurring] as () => Promise<void>)();
      await runOnce({
        connectionString: databaseUrl,
        taskList: tasks as never,
        noHandleSignals: true,
        logger: new QueueLogger(() => (level, message) => {
          if (level === 'error') errors.push(message);
        }),
      });
    },
  };
}
