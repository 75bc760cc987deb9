import { sql } from 'kysely';
import type { Tx } from '../db/index.ts';

/** Names of background tasks and what they are given. Rooms add theirs by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the rooms that own the tasks
export interface TaskPayloads {}

export type TaskName = keyof TaskPayloads & string;

/**
 * Enqueues a task inside the caller's transaction: it runs if, and only if, the transaction commits.
 * @param options.key tasks with the same key that have not started yet are merged into one.
 */
export async function enqueue<N extends TaskName>(
  tx: Tx,
  name: N,
  payload: TaskPayloads[N],
  options: { key?: string; maxAttempts?: number } = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(
    ${name}::text, ${JSON.stringify(payload)}::json,
    job_key => ${options.key ?? null}::text, max_attempts => ${options.maxAttempts ?? 25}::int)`.execute(tx);
}

/**
 * Enqueues a task that may have been lost, by a crash or because it failed for good: only if none with this key waits or
 * runs.
 */
export async function enqueueAgain<N extends TaskName>(
  tx: Tx,
  name: N,
  payload: TaskPayloads[N],
  key: string,
): Promise<void> {
  const { rows } = await sql`
    select from graphile_worker.jobs where key = ${key} and attempts < max_attempts`.execute(tx);
  if (rows.length === 0) await enqueue(tx, name, payload, { key });
}
