import type { Parsed, recordLinksQuery } from '@cairn/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Actor, can } from '../access/index.ts';
import { type Db, likeText } from '../db/index.ts';
import type { LinkBase } from '../http/index.ts';
import { type JsonText, offset, writeJson, writeObject } from '../kernel/index.ts';
import { columns, creators, ownTable, type ResourceRow, represent, type Services } from '../kinds/index.ts';
import { record } from '../record/index.ts';

/** The side of a link that an answer shows. */
export type Side = 'to' | 'from';

/** A link with the record on one of its sides. */
export type LinkRow = ResourceRow & {
  link_id: number;
  link_from: number;
  link_name: string;
  link_term: string | null;
  link_creator: number;
  link_created: string;
  link_modified: string;
  /** Whether the caller may read the record. */
  readable: boolean;
};

const LINK = sql`l.id as link_id, l.from_id as link_from, l.name as link_name, l.term as link_term,
  l.creator_id as link_creator, l.created_at as link_created, l.last_modified as link_modified`;
const END = { to: sql.ref('l.to_id'), from: sql.ref('l.from_id') };

/** A link with the record on one side, whatever its state, or undefined. @param where over `l`, `record_link`. */
export async function readLink(
  db: Db,
  actor: Actor,
  side: Side,
  where: RawBuilder<boolean>,
): Promise<LinkRow | undefined> {
  const { rows } = await sql<LinkRow>`
    select ${columns(record, actor)}, ${LINK}, ${can(actor, 'record', 'read')} as readable
    from record_link l join resource r on r.id = ${END[side]} ${ownTable(record)} where ${where}`.execute(db);
  return rows[0];
}

/** One page of a record's links to or from active records that the caller can read, and their number; one query. */
export async function listLinks(
  db: Db,
  actor: Actor,
  id: number,
  wanted: Parsed<typeof recordLinksQuery>,
): Promise<{ rows: LinkRow[]; total: number }> {
  const [own, other] = wanted.direction === 'out' ? [END.from, END.to] : [END.to, END.from];
  const pattern = `%${likeText(wanted.filter)}%`;
  const actions = ['read', ...wanted.action].map((action) => can(actor, 'record', action));
  const { rows } = await sql<LinkRow & { total: number }>`
    with linked as materialized (
      select l.id, l.name, l.created_at, l.last_modified
      from record_link l join resource r on r.id = ${other}
      where ${own} = ${id} and r.state = 'active' and ${sql.join(actions, sql` and `)}
      and (l.name ilike ${pattern} or r.title ilike ${pattern} or r.identifier ilike ${pattern})),
    page as materialized (
      select id, row_number() over () as position from (
        select id from linked order by ${orderOf(wanted.sort)}
        limit ${wanted.per_page} offset ${offset(wanted) ?? 2_000_000_000}) ids)
    select ${columns(record, actor)}, ${LINK}, true as readable, (select count(*)::int from linked) as total
    from (values (1)) one left join page p on true
    left join (record_link l join resource r on r.id = ${other} ${ownTable(record)}) on l.id = p.id
    order by p.position`.execute(db);
  return { rows: rows.filter((row) => row.link_id !== null), total: rows[0]?.total ?? 0 };
}

function orderOf(sort: string): RawBuilder<unknown> {
  const field = sort.replace(/^-/, '');
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`;
  if (field === 'name') return sql`name collate "C" ${direction}, id ${direction}`;
  return sql`${sql.ref(field)} ${direction}, id ${direction}`;
}

/**
 * The answers for links (resources 1.9).
 * @param sides rows of the same links, in the same order, by the side that their records are on.
 */
export async function presentLinks(
  services: Pick<Services, 'users'>,
  actor: Actor,
  links: LinkBase,
  sides: { readonly [S in Side]?: readonly LinkRow[] },
): Promise<JsonText[]> {
  const write = (rows: readonly LinkRow[] = []) => represent(services, actor, links, record, rows);
  const [to, from] = [await write(sides.to), await write(sides.from)];
  const rows = sides.to ?? sides.from ?? [];
  const users = await creators(
    services,
    actor,
    links,
    rows.map((row) => row.link_creator),
  );
  return rows.map((row, i) => {
    const self = `${links.api}/records/${row.link_from}/records/${row.link_id}`;
    return writeObject(
      {
        id: row.link_id,
        name: row.link_name,
        term: row.link_term,
        created_at: row.link_created,
        last_modified: row.link_modified,
      },
      {
        creator: users.get(row.link_creator),
        record_to: to[i],
        record_from: from[i],
        _links: writeJson({ self }),
        _actions: writeJson({ edit: self, remove: self }),
      },
    );
  });
}
