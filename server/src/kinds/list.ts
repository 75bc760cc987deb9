import { type RawBuilder, sql } from 'kysely';
import { type Actor, can, type Known, readable, unchanged } from '../access/index.ts';
import { type Db, likeText } from '../db/index.ts';
import { offset, type Page } from '../kernel/index.ts';
import type { Condition, KindDefinition, ResourceRow, Shape } from './definition.ts';
import { columns, ownTable } from './select.ts';
import type { Services } from './services.ts';
import { anyTier, type Tier } from './text-search.ts';

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
 * One page of the readable, active resources of a kind, and how many there are in all: one query as long as nothing was
 * written since they were counted (`Totals`), else at most three. What a page costs does not grow with what is stored:
 * with many hits it comes from walking an index, with few from gathering them.
 */
export async function list<Own extends object>(
  services: Services,
  actor: Actor,
  definition: KindDefinition,
  listing: Listing,
): Promise<{ rows: (ResourceRow & Own)[]; total: number }> {
  const key = `${definition.kind} ${actor.userId} ${actor.systemRole} ${listing.key}`;
  const count = () => services.totals.count(services.db, key, countOf(actor, definition, listing));
  const skip = offset(listing.page);
  if (skip === null) return { rows: [], total: (await count()).total };
  const recalled = services.totals.recall(key);
  const known = recalled ?? (await count());
  const first = await pageOf<Own>(services.db, actor, definition, listing, known, skip, recalled !== undefined);
  if (first.holds) return { rows: first.rows, total: known.total };
  const fresh = await count();
  // Tiers without hits are left out of the page's query, so with other counts it has to be made anew.
  const { rows } = listing.tiers
    ? await pageOf<Own>(services.db, actor, definition, listing, fresh, skip, false)
    : first;
  return { rows, total: fresh.total };
}

type Row<Own> = ResourceRow & Own & { holds: boolean };

// The rows of a page, and whether what is known was counted still holds, in one query.
async function pageOf<Own extends object>(
  db: Db,
  actor: Actor,
  definition: KindDefinition,
  listing: Listing,
  known: Known,
  skip: number,
  check: boolean,
): Promise<{ rows: Row<Own>[]; holds: boolean }> {
  const kinds = [definition.kind, ...listing.conditions.flatMap((condition) => condition.kinds ?? [])];
  const holds = check ? unchanged(kinds, known.snapshot) : sql<boolean>`true`;
  const needed = skip + listing.page.per_page;
  if (!(listing.tiers && listing.sort === '_score') && shapeFor(known.total, needed, known) === 'probe') {
    const { rows } = await sql<Row<Own>>`
      select ${columns(definition, actor)}, (select ${holds}) as holds
      ${walk(actor, definition, listing, skip)}`.execute(db);
    // Without a row there is nothing to say whether the counts hold: they are then counted anew.
    return { rows, holds: rows[0]?.holds ?? !check };
  }
  const { rows } = await sql<Row<Own>>`
    with page as materialized (
      select id, row_number() over () as position from (${idsOf(actor, definition, listing, known, skip)}) ids)
    select ${columns(definition, actor)}, (select ${holds}) as holds
    from (values (1)) one left join page p on true left join (resource r ${ownTable(definition)}) on r.id = p.id
    order by p.position`.execute(db);
  return { rows: rows.filter((row) => row.id !== null), holds: rows[0]?.holds ?? false };
}

function countOf(actor: Actor, definition: KindDefinition, { conditions, tiers }: Listing): RawBuilder<number[]> {
  const start = tiers ? undefined : startOf(conditions);
  const others = conditions.filter((condition) => condition !== start);
  const wanted = all(others.map((condition) => condition('gather')));
  const own = others.length > 0 ? ownTable(definition) : sql``;
  const source = start
    ? sql`(select s.* from resource s where s.id = any(array(${start.ids})) and s.kind = ${definition.kind}
        and s.state = 'active' and ${can(actor, definition.kind, 'read', 's')}) r`
    : readable(actor, definition.kind);
  if (!tiers) return sql<number[]>`select array[count(*)] from ${source} ${own} where ${wanted}`;
  if (tiers.length === 0) return sql<number[]>`select '{}'::int[]`;
  // Each tier by its own index; a row counts for the best tier that finds it.
  const found = tiers.map(
    (tier, i) => sql`
      select r.id, ${sql.lit(i)}::int as tier from resource r where r.kind = ${definition.kind} and ${tier('gather')}`,
  );
  const counts = tiers.map((_, i) => sql`count(*) filter (where best.tier = ${sql.lit(i)})`);
  return sql<number[]>`
    select array[${sql.join(counts)}] from (
      select distinct on (id) id, tier from (${sql.join(found, sql` union all `)}) f order by id, tier) best
    join resource r on r.id = best.id and r.kind = ${definition.kind} and r.state = 'active' ${own}
    where ${wanted} and ${can(actor, definition.kind, 'read')}`;
}

type Start = Condition & { readonly ids: RawBuilder<unknown> };

// The condition whose ids a list starts from, instead of all that the caller can read. The ids are handed over as an
// array, so that each row is found by its key, however many the planner expects.
function startOf(conditions: readonly Condition[]): Start | undefined {
  return conditions.find((condition): condition is Start => condition.ids !== undefined);
}

// What gathering a hit costs, measured against probing a row on the way along an index.
const GATHER_COST = 3;

// Whether to gather all of some hits and sort them, which looks at as many rows as there are hits, or to walk along an
// index in the order wanted and probe each row, which looks at about needed * stored / hits.
function shapeFor(hits: number, needed: number, { stored, total }: Known): Shape {
  return GATHER_COST * hits * hits <= needed * Math.max(stored, total) ? 'gather' : 'probe';
}

// A query for the ids of a page, in order, where they are gathered.
function idsOf(
  actor: Actor,
  definition: KindDefinition,
  listing: Listing,
  known: Known,
  skip: number,
): RawBuilder<unknown> {
  const { sort, tiers } = listing;
  if (tiers && sort === '_score') return tieredIds(actor, definition, listing, tiers, known, skip);
  const start = startOf(listing.conditions);
  const conditions = listing.conditions
    .filter((condition) => condition !== start)
    .map((condition) => condition('gather'));
  if (tiers) conditions.push(anyTier(tiers, 'gather'));
  const own = conditions.length > 0 ? ownTable(definition) : sql``;
  const order = orderBy(sort);
  if (start) {
    // Sorted before the right is looked at, which then costs as much as the page needs; materialised, because a planner
    // that sees the limit would rather walk along an index.
    return sql`
      select * from (
        with found as materialized (
          select r.id, r.visibility, r.last_modified, r.created_at, r.title, r.identifier from resource r ${own}
          where r.id = any(array(${start.ids})) and r.kind = ${definition.kind} and r.state = 'active' and ${all(conditions)})
        select * from found order by ${order('found')} offset 0) m
      where ${can(actor, definition.kind, 'read', 'm')} ${limit(listing, skip)}`;
  }
  return sql`
    select * from (
      select r.id, r.last_modified, r.created_at, r.title, r.identifier
      from ${readable(actor, definition.kind)} ${own} where ${all(conditions)} offset 0) m
    order by ${order('m')} ${limit(listing, skip)}`;
}

// Numbers and not parameters: the planner needs them to see that walking an index is the cheapest.
function limit({ page }: Listing, skip: number): RawBuilder<unknown> {
  return sql`limit ${sql.lit(page.per_page)} offset ${sql.lit(skip)}`;
}

// The end of a query that walks along the index of the order wanted and probes each row until the page is full.
function walk(actor: Actor, definition: KindDefinition, listing: Listing, skip: number): RawBuilder<unknown> {
  const { sort, tiers } = listing;
  const conditions = listing.conditions.map((condition) => condition('probe'));
  if (tiers) conditions.push(anyTier(tiers, 'probe'));
  return sql`
    from resource r ${ownTable(definition)}
    where r.kind = ${definition.kind} and r.state = 'active' and ${can(actor, definition.kind, 'read')}
    and ${all(conditions)} order by ${orderBy(sort)('r')} ${limit(listing, skip)}`;
}

// The best tiers that together fill the page, each by the cheaper way.
function tieredIds(
  actor: Actor,
  definition: KindDefinition,
  listing: Listing,
  tiers: readonly Tier[],
  known: Known,
  skip: number,
): RawBuilder<unknown> {
  const { conditions, page } = listing;
  const needed = skip + page.per_page;
  const own = conditions.length > 0 ? ownTable(definition) : sql``;
  const branches: RawBuilder<unknown>[] = [];
  const better: Tier[] = [];
  let found = 0;
  for (const [i, tier] of tiers.entries()) {
    const hits = known.parts[i] ?? 0;
    if (hits === 0 || found >= needed) continue;
    const shape = shapeFor(hits, needed, known);
    const wanted = [tier(shape), ...better.map((earlier) => sql<boolean>`not ${earlier('probe')}`)];
    // An order that no index has keeps the planner from walking where gathering was chosen.
    const newest = shape === 'gather' ? sql`r.last_modified + interval '0'` : sql`r.last_modified`;
    branches.push(sql`(
      select r.id, ${sql.lit(i)}::int as tier, r.last_modified from resource r ${own}
      where r.kind = ${definition.kind} and r.state = 'active' and ${can(actor, definition.kind, 'read')}
      and ${all([...wanted, ...conditions.map((condition) => condition(shape))])}
      order by ${newest} desc, r.id desc limit ${sql.lit(needed)})`);
    better.push(tier);
    found += hits;
  }
  if (branches.length === 0) return sql`select 0 as id where false`;
  return sql`
    select * from (${sql.join(branches, sql` union all `)}) t
    order by tier, last_modified desc, id desc ${limit(listing, skip)}`;
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
