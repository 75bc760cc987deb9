import { type RawBuilder, sql } from 'kysely';
import { type Actor, can, readable, unchanged } from '../access/index.ts';
import { offset, type Page } from '../kernel/index.ts';
import type { Condition, KindDefinition, ResourceRow } from './definition.ts';
import { columns, ownTable } from './select.ts';
import type { Services } from './services.ts';
import { anyTier, likeText, type Tier, tierNumber } from './text-search.ts';

/** Up to this many hits are gathered and sorted; beyond, the list walks an index in the order wanted. */
const GATHER_UP_TO = 1000;

export type Listing = {
  page: Page;
  /** Conditions besides "active and readable". */
  conditions: readonly Condition[];
  /** `_score` with tiers orders by match, then newest change first. */
  sort: string;
  tiers: readonly Tier[] | null;
  /** Everything that decides which rows are listed (not their order or page), as text; null if it is not worth keeping. */
  key: string;
};

/**
 * One page of the readable, active resources of a kind, and how many there are in all: two queries the first time, one
 * as long as nothing was written since (`Totals`). The cost does not grow with the page or with what the caller can
 * read: with many hits the page comes from walking an index, with few from gathering them.
 */
export async function list<Own extends object>(
  services: Services,
  actor: Actor,
  definition: KindDefinition,
  listing: Listing,
): Promise<{ rows: (ResourceRow & Own)[]; total: number }> {
  const key = `${definition.kind} ${actor.userId} ${actor.systemRole} ${listing.key}`;
  const count = () => services.totals.count(services.db, key, countOf(actor, definition, listing));
  const known = services.totals.recall(key);
  let total = known?.total ?? (await count());
  const skip = offset(listing.page);
  type Row = ResourceRow & Own & { holds: boolean };
  const holds = known ? unchanged(definition.kind, known.snapshot) : sql<boolean>`true`;
  if (skip === null) return { rows: [], total: known ? await count() : total };
  const { rows } = await sql<Row>`
    with page as materialized (${pageOf(actor, definition, listing, total, skip)})
    select ${columns(definition)}, (select ${holds}) as holds
    from (values (1)) one left join page p on true left join (resource r ${ownTable(definition)}) on r.id = p.id
    order by p.position`.execute(services.db);
  if (rows[0] && !rows[0].holds) total = await count();
  return { rows: rows.filter((row) => row.id !== null), total };
}

function countOf(actor: Actor, definition: KindDefinition, { conditions, tiers }: Listing): RawBuilder<number> {
  const wanted = conditions.map((condition) => condition('gather'));
  if (tiers) wanted.push(anyTier(tiers));
  const own = conditions.length > 0 ? ownTable(definition) : sql``;
  return sql<number>`select count(*) from ${readable(actor, definition.kind)} ${own} where ${all(wanted)}`;
}

// A query for the ids of a page with their position.
function pageOf(
  actor: Actor,
  definition: KindDefinition,
  listing: Listing,
  total: number,
  skip: number,
): RawBuilder<unknown> {
  const { conditions, sort, tiers, page } = listing;
  const scored = sort === '_score' && tiers !== null && tiers.length > 0;
  const own = conditions.length > 0 ? ownTable(definition) : sql``;
  const order = orderBy(sort);
  if (total <= GATHER_UP_TO) {
    const wanted = conditions.map((condition) => condition('gather'));
    if (tiers) wanted.push(anyTier(tiers));
    const score = scored ? tierNumber(tiers) : sql<number>`0`;
    return sql`
      select id, row_number() over () as position from (
        select * from (
          select r.id, r.last_modified, r.created_at, r.title, r.identifier, ${score} as score
          from ${readable(actor, definition.kind)} ${own} where ${all(wanted)}) m
        order by score, ${order('m')} limit ${page.per_page} offset ${skip}) s`;
  }
  const wanted = conditions.map((condition) => condition('probe'));
  const base = sql`from resource r ${own} where r.kind = ${definition.kind} and r.state = 'active'
    and ${can(actor, definition.kind, 'read')} and ${all(wanted)}`;
  if (!scored) {
    const match = tiers ? sql` and ${anyTier(tiers)}` : sql``;
    return sql`
      select id, row_number() over () as position from (
        select r.id ${base}${match} order by ${order('r')} limit ${page.per_page} offset ${skip}) s`;
  }
  // Tier after tier: the later ones are not even looked at once the page is full.
  const needed = skip + page.per_page;
  const branches = tiers.map((tier, i) => {
    const better = tiers.slice(0, i).map((earlier) => sql` and not ${earlier}`);
    return sql`(select r.id, ${sql.lit(i)}::int as score, r.last_modified ${base} and ${tier}${sql.join(better, sql``)}
      order by r.last_modified desc, r.id desc limit ${needed})`;
  });
  return sql`
    select id, row_number() over () as position from (
      select * from (select * from (${sql.join(branches, sql` union all `)}) t limit ${needed}) u
      order by score, last_modified desc, id desc limit ${page.per_page} offset ${skip}) s`;
}

function all(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** The order of a sort parameter over the columns of `resource`; ties by id, so that pages never overlap. */
export function orderBy(sort: string): (alias: string) => RawBuilder<unknown> {
  const field = sort.replace(/^-/, '');
  const down = sort.startsWith('-') || field === '_score';
  const direction = down ? sql`desc` : sql`asc`;
  return (alias) => {
    const row = sql.ref(alias);
    if (field === 'title' || field === 'identifier')
      return sql`${row}.${sql.ref(field)} collate "C" ${direction}, ${row}.id`;
    const column = field === 'created_at' ? sql.ref('created_at') : sql.ref('last_modified');
    return sql`${row}.${column} ${direction}, ${row}.id ${direction}`;
  };
}

/** The `filter` of nested lists: contained in title or identifier, whatever the case (resources 3.3). */
export function nameFilter(filter: string): Condition[] {
  if (filter === '') return [];
  const pattern = `%${likeText(filter)}%`;
  return [() => sql<boolean>`(r.title ilike ${pattern} or r.identifier ilike ${pattern})`];
}
