import type { Kind } from '@cairn/contract';
import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db } from '../db/index.ts';

export type Known = {
  /** How many rows there are, and how many in each part where `count` tells parts. */
  readonly total: number;
  readonly parts: readonly number[];
  /** About how many resources there are of all kinds, for choosing between plans. */
  readonly stored: number;
  readonly snapshot: string;
};

/**
 * Totals of lists, remembered as long as they are exact. A total is stored with the snapshot in which it was counted; it
 * holds while no row of the listed kind, of another kind that decides what is listed, and no group was written by a
 * transaction that this snapshot does not show. Every change that can alter what a list holds (fields, files, links, roles, members, state) touches such a row.
 * So a page costs the same with a thousand and with a million rows, and a total is never stale.
 */
export class Totals {
  readonly #known = new LRUCache<string, Known>({ max: 5000 });

  /** What is remembered under a key, if anything; whether it still holds must be asked with `unchanged`. */
  recall(key: string): Known | undefined {
    return this.#known.get(key);
  }

  /** Counts anew with `count`, a query for an array of numbers (one a part), and remembers the result. */
  async count(db: Db, key: string, count: RawBuilder<number[]>): Promise<Known> {
    const { rows } = await sql<Omit<Known, 'total'>>`
      select (${count})::int[] as parts, pg_current_snapshot()::text as snapshot,
        (select greatest(reltuples, 1)::int from pg_class where oid = 'resource'::regclass) as stored`.execute(db);
    const row = rows[0] as Omit<Known, 'total'>;
    const known = { ...row, total: row.parts.reduce((sum, part) => sum + part, 0) };
    this.#known.set(key, known);
    return known;
  }
}

/** An SQL condition: nothing of these kinds, and no group, was written since `snapshot`. */
export function unchanged(kinds: readonly Kind[], snapshot: string): RawBuilder<boolean> {
  const newer = (of: Kind) => sql`exists (
    select 1 from resource c where c.kind = ${of} and c.changed >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
    and not pg_visible_in_snapshot(c.changed, ${snapshot}::pg_snapshot))`;
  const decisive = [...new Set<Kind>([...kinds, 'group'])].map(newer);
  return sql<boolean>`not (${sql.join(decisive, sql` or `)})`;
}
