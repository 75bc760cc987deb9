import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../access/index.ts';
import type { KindDefinition } from './definition.ts';

const SHARED = sql`r.id, r.identifier, r.title, r.description, r.plain_description, r.visibility, r.state,
  r.creator_id, r.tags, r.created_at, r.last_modified`;

/** All columns of a kind's rows as `actor` gets them: the shared ones from `r`, its own from `k`. */
export function columns(definition: Pick<KindDefinition, 'columns'>, actor: Actor): RawBuilder<unknown> {
  const own = definition.columns.map((column) =>
    typeof column === 'string' ? sql`, k.${sql.ref(column)}` : sql`, ${column(actor)}`,
  );
  return sql`${SHARED}${sql.join(own, sql``)}`;
}

/** The join of a kind's own table to `r`. */
export function ownTable({ table }: Pick<KindDefinition, 'table'>): RawBuilder<unknown> {
  return sql`join ${sql.table(table)} k on k.id = r.id`;
}
