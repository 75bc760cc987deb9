import { type Kind, rolesGranting } from '@cairn/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from './actor.ts';

/**
 * The one expression for rights: whether `actor` may do `action` on the row of table `resource` under `alias`
 * (resources 5.3). It serves single reads, lists, searches, counts and the `action` parameter alike; there is no second
 * version. Unknown actions and kinds without such a role give false.
 *
 * True if: the system role covers everything; or it is a read and the resource is public; or a role that grants the
 * action is held by the user, or by an active group of which the user is a member.
 */
export function can(actor: Actor, kind: Kind, action: string, alias = 'r'): RawBuilder<boolean> {
  const roles = rolesGranting(kind, action);
  if (roles.length === 0) return sql<boolean>`false`;
  if (actor.systemRole === 'admin') return sql<boolean>`true`;
  const row = sql.ref(alias);
  const held = sql<boolean>`exists (
    select 1 from role x where x.resource_id = ${row}.id and x.user_id = ${actor.userId} and ${named(roles)}
    union all
    select 1 from role x where x.resource_id = ${row}.id and x.group_id = any(${groupsOf(actor)}) and ${named(roles)})`;
  return action === 'read' ? sql<boolean>`(${row}.visibility = 'public' or ${held})` : held;
}

/** As `can(…, 'read')` but visibility gives nothing: only roles count, or the system role (`explicit_permissions`). */
export function hasRole(actor: Actor, alias = 'r'): RawBuilder<boolean> {
  if (actor.systemRole === 'admin') return sql<boolean>`true`;
  const row = sql.ref(alias);
  return sql<boolean>`exists (
    select 1 from role x where x.resource_id = ${row}.id and x.user_id = ${actor.userId}
    union all
    select 1 from role x where x.resource_id = ${row}.id and x.group_id = any(${groupsOf(actor)}))`;
}

/**
 * The readable resources of a kind as a source to select from, for counts and for lists with few hits: the same rule as
 * `can(…, 'read')`, taken apart into rows that are public and rows that a role opens, so that the work follows what the
 * caller can read and not what the instance holds. Rows appear once. Its alias is `r`.
 */
export function readable(actor: Actor, kind: Kind): RawBuilder<unknown> {
  const active = sql`s.kind = ${kind} and s.state = 'active'`;
  if (actor.systemRole === 'admin') return sql`(select * from resource s where ${active}) r`;
  const roles = named(rolesGranting(kind, 'read'));
  return sql`(
    select * from resource s where ${active} and s.visibility = 'public'
    union all
    select * from resource s where ${active} and s.visibility <> 'public' and s.id in (
      select x.resource_id from role x where x.user_id = ${actor.userId} and ${roles}
      union all
      select x.resource_id from role x where x.group_id = any(${groupsOf(actor)}) and ${roles})) r`;
}

/** Ids of the active groups of which the actor is a member, as an array that is read once a query. */
export function groupsOf({ userId }: Pick<Actor, 'userId'>): RawBuilder<number[]> {
  return sql<number[]>`array(
    select m.resource_id from role m join resource g on g.id = m.resource_id
    where m.user_id = ${userId} and g.kind = 'group' and g.state = 'active')`;
}

// Literals, not parameters: they come from the table of roles, and the planner should see them.
function named(roles: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`x.name in (${sql.join(roles.map((role) => sql.lit(role)))})`;
}
