import { EventEmitter } from 'node:events';
import { Logger as QueueLogger, type Runner, run, runMigrations, type WorkerEvents } from 'graphile-worker';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { type Db, PROCESS_LOCK_CLASS, type Watch } from '../db/index.ts';
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

/** Brings the queue's own tables up to date. */
export async function migrateJobs(url: string): Promise<void> {
  await runMigrations({ connectionString: url, logger: new QueueLogger(() => () => {}) });
}

/**
 * Runs background tasks in this process until stopped; `stop` waits for running ones. Jobs that a killed process held
 * are freed at start and every half minute.
 */
export async function startJobs({ url, db, watch, log, tasks, crontab }: Options): Promise<Jobs> {
  const events: WorkerEvents = new EventEmitter();
  events.on('worker:create', ({ worker }) => {
    sql`insert into job_worker (worker_id, process_key) values (${worker.workerId}, ${watch.processKey})
        on conflict do nothing`
      .execute(db)
      .catch((error: unknown) => log.warn({ err: error }, 'a queue worker could not be registered'));
  });
  await freeAbandonedJobs(db);
  const runner: Runner = await run({
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
    logger: new QueueLogger(() => (level, message, meta) => {
      if (level === 'error') log.error(meta ?? {}, message);
      else if (level === 'warning') log.warn(meta ?? {}, message);
      else log.debug(meta ?? {}, message);
    }),
  });
  const timer = setInterval(() => {
    freeAbandonedJobs(db).catch((error: unknown) => log.debug({ err: error }, 'abandoned jobs could not be freed'));
  }, 30_000);
  return {
    async stop() {
      clearInterval(timer);
      await runner.stop();
      await sql`delete from job_worker where process_key = ${watch.processKey}`.execute(db);
    },
  };
}

/** Frees the jobs of processes that no longer hold their lock. */
async function freeAbandonedJobs(db: Db): Promise<void> {
  await sql`
    with dead as (
      delete from job_worker w where not exists (
        select 1 from pg_locks l where l.locktype = 'advisory' and l.classid = ${PROCESS_LOCK_CLASS}::oid
        and l.objid = w.process_key::oid and l.granted)
      returning worker_id)
    select graphile_worker.force_unlock_workers(array(select worker_id from dead))`.execute(db);
}
