import { sql } from 'kysely';
import type { Tx } from '../db/index.ts';
import type { ExtraEntry } from './flatten.ts';

/** Entries up to which keys and entries are written in one statement. */
const MANY = 100;

/**
 * Replaces what the search knows of a resource's extras, in one round trip (two where they are many). Runs in the transaction that writes the
 * extras, so that a search sees both or neither.
 */
export async function writeExtrasIndex(tx: Tx, resourceId: number, entries: readonly ExtraEntry[]): Promise<void> {
  if (entries.length === 0) {
    await sql`delete from extra_entry where resource_id = ${resourceId}`.execute(tx);
    return;
  }
  if (entries.length > MANY) await addKeys(tx, entries);
  const written = await replace(tx, resourceId, entries);
  // A new key that another transaction committed meanwhile is not visible to a statement that began before; it is to
  // the next one. Keys are resolved in SQL, not remembered here, so a rollback leaves nothing wrong behind.
  if (written < entries.length && (await replace(tx, resourceId, entries)) < entries.length) {
    throw new Error('Keys of extras could not be resolved; the transaction must read what others committed.');
  }
}

// Many new keys are written beforehand: inside one statement they could only be found again by going through them all
// for each entry.
async function addKeys(tx: Tx, entries: readonly ExtraEntry[]): Promise<void> {
  const paths = entries.map((entry) => entry.path);
  await sql`
    insert into extra_key (path)
    select distinct leaf.path from unnest(${paths}::text[]) leaf (path)
    where not exists (select from extra_key known where known.path = leaf.path) order by 1
    on conflict (path) do nothing`.execute(tx);
}

async function replace(tx: Tx, resourceId: number, entries: readonly ExtraEntry[]): Promise<number> {
  const column = (name: keyof ExtraEntry) => entries.map((entry) => entry[name]);
  // Sorted, so that transactions with the same new keys wait for each other instead of locking each other out.
  const { numAffectedRows } = await sql`
    with leaf as materialized (
      select * from unnest(
        ${column('path')}::text[], ${column('text')}::text[], ${column('num')}::double precision[],
        ${column('unit')}::text[], ${column('dimension')}::text[], ${column('quantity')}::double precision[],
        ${column('date')}::timestamptz[], ${column('bool')}::boolean[]
      ) as leaf (path, text, num, unit, dimension, quantity, date, bool)
    ), added as (
      insert into extra_key (path)
      select distinct path from leaf
      where not exists (select from extra_key known where known.path = leaf.path) order by 1
      on conflict (path) do nothing returning id, path
    ), removed as (
      delete from extra_entry where resource_id = ${resourceId}
    )
    insert into extra_entry (resource_id, key_id, text, num, unit, dimension, quantity, date, bool)
    select ${resourceId}, key_id, text, num, unit, dimension, quantity, date, bool
    from leaf, lateral (select coalesce(
      (select id from extra_key known where known.path = leaf.path),
      (select id from added where added.path = leaf.path)
    ) as key_id offset 0) key
    where key_id is not null`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
