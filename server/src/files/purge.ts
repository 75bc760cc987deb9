import { sql } from 'kysely';
import type { Tx } from '../db/index.ts';

/**
 * Removes everything about a record's files from the database, inside the purge of the record. The contents go with the
 * next clean-up, after the commit; until then nothing refers to them.
 */
export async function purgeFiles(tx: Tx, recordId: number): Promise<void> {
  await sql`
    update blob set remove_at = now() where id in (
      select id from upload where record_id = ${recordId}
      union all select blob_id from file where record_id = ${recordId}
      union all select blob_id from file_revision where record_id = ${recordId})`.execute(tx);
  await sql`delete from upload where record_id = ${recordId}`.execute(tx);
  await sql`delete from file_revision where record_id = ${recordId}`.execute(tx);
  await sql`delete from file where record_id = ${recordId}`.execute(tx);
}
