import type { groupRolesQuery, Kind, Parsed, userRolesQuery } from '@cairn/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Actor, can } from '../access/index.ts';
import { likeText } from '../db/index.ts';
import type { LinkBase } from '../http/index.ts';
import { presentUser, USER_CARD, type UserCard } from '../identity/index.ts';
import { type JsonText, offset, type Page, writeJson, writeObject } from '../kernel/index.ts';
import type { KindDefinition, ResourceRow } from './definition.ts';
import { represent } from './represent.ts';
import { columns } from './select.ts';
import type { Services } from './services.ts';

/** A resource whose roles are listed, and the address below which each entry is changed. */
export type RoleList = { id: number; kind: Kind; path: string; manage: string };

type Entries = { items: JsonText[]; total: number };
type Call = { actor: Actor; links: LinkBase };

/** One page of the users with a role on a resource: the creator, then by role name and id (decision 7); one query. */
export async function listUserRoles(
  { db }: Services,
  { actor, links }: Call,
  list: RoleList,
  wanted: Parsed<typeof userRolesQuery>,
): Promise<Entries> {
  const pattern = `%${likeText(wanted.filter)}%`;
  const excluded = wanted.exclude.length > 0 ? sql`and x.user_id <> all(${wanted.exclude}::int[])` : sql``;
  const held = sql`
    select x.name as role, x.user_id <> r.creator_id as later, ${USER_CARD}
    from role x join resource r on r.id = x.resource_id
    join app_user u on u.id = x.user_id join identity i on i.id = u.identity_id
    where x.resource_id = ${list.id} and u.state = 'active' ${excluded}
    and (u.displayname ilike ${pattern} or i.username ilike ${pattern})`;
  const { rows, total } = await page<UserCard & { role: string }>(db, held, sql`later, role, id`, wanted);
  const items = rows.map((row) => entry(row.role, 'user', presentUser(row, actor, links), `${list.path}/${row.id}`));
  return { items, total };
}

/**
 * One page of the groups with a role on a resource, by role name and id. Who manages the roles sees all of them, those
 * that can't be read in the short form; others only groups that they can read (resources 5.6).
 * @param group how a group is answered.
 */
export async function listGroupRoles(
  services: Services,
  { actor, links }: Call,
  list: RoleList,
  wanted: Parsed<typeof groupRolesQuery>,
  group: Pick<KindDefinition, 'present'>,
): Promise<Entries> {
  const pattern = `%${likeText(wanted.filter)}%`;
  const held = sql`
    select x.name as role, ${columns({ columns: [] }, actor)}, ${can(actor, 'group', 'read')} as readable
    from role x join resource r on r.id = x.group_id
    where x.resource_id = ${list.id} and r.state = 'active' and (r.title ilike ${pattern} or r.identifier ilike ${pattern})
    and (${can(actor, 'group', 'read')} or exists (
      select 1 from resource o where o.id = x.resource_id and ${can(actor, list.kind, list.manage, 'o')}))`;
  type Row = ResourceRow & { role: string; readable: boolean };
  const { rows, total } = await page<Row>(services.db, held, sql`role, id`, wanted);
  const readable = rows.filter((row) => row.readable);
  const written = await represent(services, actor, links, group, readable);
  const whole = new Map(readable.map((row, i) => [row.id, written[i]]));
  const items = rows.map((row) => {
    const { id, title, identifier, visibility } = row;
    const shown = whole.get(id) ?? writeJson({ id, title, identifier, visibility });
    return entry(row.role, 'group', shown, `${list.path}/${id}`);
  });
  return { items, total };
}

function entry(role: string, holder: string, shown: JsonText, self: string): JsonText {
  return writeObject(
    { role: { name: role } },
    { [holder]: shown, _actions: writeJson({ change: self, remove: self }) },
  );
}

// A page of a query's rows together with their number.
async function page<Row extends { id: number }>(
  db: Services['db'],
  query: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  wanted: Page,
): Promise<{ rows: Row[]; total: number }> {
  const { rows } = await sql<Row & { total: number }>`
    with held as materialized (${query})
    select p.*, (select count(*)::int from held) as total
    from (values (1)) one left join (
      select * from held order by ${order} limit ${wanted.per_page} offset ${offset(wanted) ?? 2_000_000_000}) p on true
    order by ${order}`.execute(db);
  return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 };
}
