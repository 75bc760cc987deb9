import { sql } from 'kysely';
import type { Tx } from '../db/index.ts';
import type { KindDefinition } from './definition.ts';
import { ownTable } from './select.ts';

/**
 * Stores the state of resources as new revisions, in the transaction that changed them. Where nothing revisioned
 * differs from the newest revision, none is stored (resources 6.1).
 * @param userId who caused it; null for background tasks.
 */
export async function writeRevisions(
  tx: Tx,
  definition: KindDefinition,
  ids: readonly number[],
  userId: number | null,
): Promise<void> {
  await sql`
    insert into revision (resource_id, user_id, data)
    select s.id, ${userId}, s.data from (
      select r.id, ${definition.revision.data} as data
      from resource r ${ownTable(definition)} where r.id = any(${ids}::int[])) s
    where s.data is distinct from (select v.data from revision v where v.resource_id = s.id order by v.id desc limit 1)
  `.execute(tx);
}
