import type { Extra } from '@cairn/contract';
import { sql } from 'kysely';
import { type Db, transaction } from '../db/index.ts';
import { flattenExtras, writeExtrasIndex } from '../metadata/index.ts';

const BATCH = 200;

/**
 * Writes anew what the search knows of the metadata of all records, and makes remembered totals exact again after a
 * database was restored from a dump. Safe while the service runs; interrupted, it can simply be started again.
 * @param progress told the number of records done so far.
 * @returns how many records there are.
 */
export async function reindexRecords(db: Db, progress: (done: number) => void): Promise<number> {
  // In another database cluster the stamps of the old one may lie in the future, where no total would ever hold.
  await sql`update resource set title = title where changed >= pg_snapshot_xmax(pg_current_snapshot())`.execute(db);
  let after = 0;
  let done = 0;
  for (;;) {
    const last = after;
    const size = await transaction(db, async (tx) => {
      const { rows } = await sql<{ id: number; extras: string }>`
        select k.id, k.extras from record k join resource r on r.id = k.id
        where k.id > ${last} order by k.id limit ${BATCH} for update of r`.execute(tx);
      for (const { id, extras } of rows) {
        await writeExtrasIndex(tx, id, flattenExtras(JSON.parse(extras) as Extra[]));
      }
      after = rows.at(-1)?.id ?? last;
      return rows.length;
    });
    done += size;
    progress(done);
    if (size < BATCH) return done;
  }
}
