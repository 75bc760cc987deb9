import { sql } from 'kysely';
import type { Allowed } from '../access/index.ts';
import type { Tx } from '../db/index.ts';

/**
 * Moves `last_modified` of resources whose links, roles or members changed (resources 9.1); what is in the trash does
 * not move. It also makes remembered totals of lists be counted anew.
 */
export async function touch(tx: Tx, resources: readonly (number | Pick<Allowed, 'id'>)[]): Promise<void> {
  const ids = resources.map((resource) => (typeof resource === 'number' ? resource : resource.id));
  await sql`
    update resource set last_modified = clock_timestamp() where id = any(${ids}::int[]) and state = 'active'`.execute(
    tx,
  );
}
