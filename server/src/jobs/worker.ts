import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger as QueueLogger, run, runMigrations, type WorkerEvents } from 'graphile-worker';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { type Db, isHeld, type Watch } from '../db/index.ts';
import type { TaskName, TaskPayloads } from './enqueue.ts';

/** What runs a task. It may be run again after a crash, so it starts from what the database says. */
export type Tasks = { [N in TaskName]?: (payload: TaskPayloads[N]) => Promise<void> };

export type Jobs = { stop(): Promise<void> };

type Options = {
  url: string;
  db: Db;
  watch: Watch;
  log: Logger;
  tasks: Tasks;
  /** Lines `minute hour day month weekday task`, times in UTC. */
  crontab: string;
};

/** A pool of workers of the queue; `ended` resolves when it has stopped, wanted or not. */
type Pool = { stop(): Promise<void>; readonly ended: Promise<void> };

const FREE_MS = 30_000;
const RETRY_MS = 500;

/** Brings the queue's own tables up to date. */
export async function migrateJobs(url: string): Promise<void> {
  await runMigrations({ connectionString: url, logger: new QueueLogger(() => () => {}) });
}

/**
 * Runs background tasks in this process until stopped; `stop` waits for running ones. Jobs that a killed process held
 * are freed at start and every half minute. When the database was lost, a new pool takes the place of the old one.
 */
export async function startJobs(options: Options): Promise<Jobs> {
  const { db, log } = options;
  let stopping = false;
  let pool = await startPool(options);

  async function keep(): Promise<void> {
    for (;;) {
      await pool.ended;
      if (stopping) return;
      log.warn('background tasks were interrupted');
      await again();
      if (stopping) await pool.stop();
    }
  }
  async function again(): Promise<void> {
    while (!stopping) {
      await sleep(RETRY_MS);
      try {
        pool = await startPool(options);
        return;
      } catch (error) {
        log.debug({ err: error }, 'background tasks could not be started again');
      }
    }
  }

  const keeping = keep();
  const timer = setInterval(() => {
    freeAbandonedJobs(db).catch((error: unknown) => log.debug({ err: error }, 'abandoned jobs could not be freed'));
  }, FREE_MS);
  return {
    async stop() {
      stopping = true;
      clearInterval(timer);
      await pool.stop();
      await keeping;
    },
  };
}

/**
 * A pool that stops as soon as it can't reach the database: it may hold jobs then that it never heard of, or has done
 * and could not say so. They are freed when nobody holds the pool's name any more.
 */
async function startPool({ url, db, watch, log, tasks, crontab }: Options): Promise<Pool> {
  await freeAbandonedJobs(db);
  const events: WorkerEvents = new EventEmitter();
  let name = '';
  events.on('pool:create', ({ workerPool }) => {
    name = workerPool.id;
  });
  const runner = await run({
    connectionString: url,
    maxPoolSize: 3,
    concurrency: 2,
    pollInterval: 2000,
    noHandleSignals: true,
    taskList: Object.fromEntries(
      Object.entries(tasks).map(([name, task]) => [
        name,
        (payload: unknown) => (task as (p: unknown) => Promise<void>)(payload),
      ]),
    ),
    crontab,
    events,
    preset: {
      // Batches, even without a delay, are how the queue reports that the end of a job could not be written; otherwise
      // it is a rejection that nobody handles, which ends the process.
      worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },
      plugins: [
        {
          name: 'hold the name of the pool before it takes its first job',
          worker: { hooks: { startWorker: (_, { worker }) => watch.hold(worker.workerPool.id) } },
        },
      ],
    },
    // The details of its messages hold whole clients of the database; what matters is in the text.
    logger: new QueueLogger(() => (level, message) => {
      if (level === 'error') log.error(message);
      else if (level === 'warning') log.warn(message);
      else log.debug(message);
    }),
  });
  const stop = () => runner.stop().catch(() => {}); // it may be about to stop by itself
  events.once('worker:getJob:error', () => void stop());
  const ended = runner.promise.catch(() => {}).then(() => watch.release(name));
  return {
    ended,
    async stop() {
      await stop();
      await ended;
    },
  };
}

/** Frees the jobs of pools whose name nobody holds. */
async function freeAbandonedJobs(db: Db): Promise<void> {
  await sql`
    with holders as materialized (
      select distinct locked_by as name from graphile_worker.jobs where locked_by is not null)
    select graphile_worker.force_unlock_workers(array(
      select name from holders where not ${isHeld(sql`name`)}))`.execute(db);
}
