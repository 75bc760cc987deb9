import { sql } from 'kysely';
import { type Actor, can } from '../access/index.ts';
import { among, type Condition } from '../kinds/index.ts';

/**
 * The condition that a record is in one of these collections, as far as the caller can read them; with `children` also in
 * their descendants, reached through readable collections only (resources 3.3). One recursive query, at any depth.
 */
export function inCollections(actor: Actor, ids: readonly number[], children: boolean): Condition {
  const readable = sql`c.kind = 'collection' and c.state = 'active' and ${can(actor, 'collection', 'read', 'c')}`;
  const roots = sql`select c.id from resource c where c.id = any(${ids}::int[]) and ${readable}`;
  const tree = sql`
    with recursive tree as (
      ${roots}
      union
      select c.id from tree t join collection n on n.parent_id = t.id join resource c on c.id = n.id where ${readable})
    select id from tree`;
  return among(sql`select m.record_id from collection_record m where m.collection_id in (${children ? tree : roots})`, [
    'collection',
  ]);
}
