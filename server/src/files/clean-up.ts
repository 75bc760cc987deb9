import { sql } from 'kysely';
import { type Db, transaction } from '../db/index.ts';
import { continueUploads } from './finish-upload.ts';
import type { TaskServices } from './services.ts';
import type { PartAddress, Store } from './store.ts';

declare module '../jobs/index.ts' {
  interface TaskPayloads {
    clean_files: Record<string, never>;
  }
}

/** How long an upload that has ended can still be read: the sender polls it for the outcome. */
const ENDED_MINUTES = 10;
/** A part without a row may just be on its way; after this time it is what a crash left. */
const LEFTOVER_HOURS = 24;
const BATCH = 100;

/**
 * The hourly clean-up: ends uploads that were given up, forgets ended ones, removes contents that nothing needs any
 * more and parts that a crash left, adds up the storage used, and goes on with uploads whose task was lost. Several
 * processes may do it at once.
 */
export async function cleanUpFiles(services: TaskServices): Promise<void> {
  const { db, store, config } = services;
  await sql`
    with ended as (
      update upload set state = 'inactive', last_modified = clock_timestamp()
      where state = 'active' and last_modified < now() - make_interval(hours => ${config.uploadLifetimeHours}::int) returning id)
    update blob set remove_at = now() from ended where blob.id = ended.id`.execute(db);
  await sql`
    delete from upload where state = 'inactive'
    and last_modified < now() - make_interval(mins => ${ENDED_MINUTES}::int)`.execute(db);
  for (let more = true; more; ) more = await removeContents(db, store);
  for await (const parts of store.list()) await removeLeftovers(db, store, parts);
  await addUpUse(db);
  await continueUploads(services);
}

// The data goes before the rows: a crash in between leaves rows, and the next clean-up tries again.
async function removeContents(db: Db, store: Store): Promise<boolean> {
  return transaction(db, async (tx) => {
    const { rows } = await sql<{ id: string; parts: string[] }>`
      select b.id, array(select part from blob_part p where p.blob_id = b.id) as parts
      from blob b where b.remove_at <= now() and not exists (select from upload u where u.id = b.id)
      limit ${BATCH} for update skip locked`.execute(tx);
    for (const { id, parts } of rows) {
      for (const part of parts) await store.removePart({ blob: id, part });
    }
    const ids = rows.map(({ id }) => id);
    await sql`update file set state = 'deleted', blob_id = null where blob_id = any(${ids}::uuid[])`.execute(tx);
    await sql`delete from blob where id = any(${ids}::uuid[])`.execute(tx);
    return rows.length === BATCH;
  });
}

async function removeLeftovers(db: Db, store: Store, parts: PartAddress[]): Promise<void> {
  const oldest = Date.now() - LEFTOVER_HOURS * 3_600_000;
  for (const at of await unknownParts(db, parts)) {
    const found = await store.stat(at);
    if (found && found.written.getTime() < oldest) await store.removePart(at);
  }
}

/** Those of some stored parts that no row knows. */
export async function unknownParts(db: Db, parts: readonly PartAddress[]): Promise<PartAddress[]> {
  const { rows } = await sql<PartAddress>`
    select s.blob, s.part
    from unnest(${parts.map(({ blob }) => blob)}::uuid[], ${parts.map(({ part }) => part)}::text[]) as s (blob, part)
    where not exists (select from blob_part p where p.blob_id = s.blob and p.part = s.part)`.execute(db);
  return rows;
}

// Rows that are added meanwhile are not seen by this statement and stay.
async function addUpUse(db: Db): Promise<void> {
  await sql`
    with gone as (delete from storage_use returning user_id, bytes)
    insert into storage_use (user_id, bytes) select user_id, sum(bytes) from gone group by user_id`.execute(db);
}
