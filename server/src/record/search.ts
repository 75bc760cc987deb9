import type { Parsed, recordSearchQuery } from '@cairn/contract';
import { sql } from 'kysely';
import type { Actor } from '../access/index.ts';
import { type Condition, indexed, tagConditions } from '../kinds/index.ts';
import { extrasCondition, parseExtrasQuery } from '../metadata/index.ts';
import { inCollections } from './in-collections.ts';

type Wanted = Parsed<typeof recordSearchQuery>;

/** The conditions of GET /records that only records have (specification 4.1). */
export function recordConditions(wanted: Wanted, actor: Actor): Condition[] {
  const conditions = tagConditions(wanted.tag, wanted.tag_operator);
  if (wanted.collection.length > 0) {
    conditions.push(inCollections(actor, wanted.collection, wanted.child_collections));
  }
  if (wanted.type.length > 0) conditions.push(indexed(sql<boolean>`k.type = any(${wanted.type}::text[])`));
  if (wanted.mimetype.length > 0) {
    const files = sql`select 1 from file f where f.record_id = r.id and f.state = 'active' and f.mimetype = any(${wanted.mimetype}::text[])`;
    conditions.push(() => sql<boolean>`exists (${files})`);
  }
  const extras = parseExtrasQuery(wanted.extras);
  if (extras) conditions.push((shape) => sql<boolean>`${extrasCondition(extras, sql.ref('r.id'), shape)}`);
  return conditions;
}
