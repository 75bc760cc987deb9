import { roleNames } from '@cairn/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Actor, type Allowed, can } from '../access/index.ts';
import { badRequest, conflict, forbidden, invalid, notFound } from '../kernel/index.ts';
import { touch } from './touch.ts';

/**
 * Who can hold a role on a resource, as the shared operations see it. `exists` is whether the one with id `id` can take
 * part (inactive users and groups in the trash can't), `mayGive` whether the caller may give roles to it.
 */
export type Holder = {
  /** Key in bodies and answers; with `_id`, the column of table `role`. */
  name: 'user' | 'group';
  exists(id: number): RawBuilder<boolean>;
  mayGive(actor: Actor, id: number): RawBuilder<boolean>;
};

export const USERS: Holder = {
  name: 'user',
  exists: (id) => sql<boolean>`exists (select 1 from app_user where id = ${id} and state = 'active')`,
  mayGive: () => sql<boolean>`true`,
};

export const GROUPS: Holder = {
  name: 'group',
  // Locked, so that it can't be removed for good before the role that points to it is there.
  exists: (id) => sql<boolean>`exists (
    select 1 from resource where id = ${id} and kind = 'group' and state = 'active' for key share)`,
  mayGive: (actor, id) =>
    sql<boolean>`exists (select 1 from resource g where g.id = ${id} and ${can(actor, 'group', 'read', 'g')})`,
};

type State = { present: boolean; may: boolean; role: string | null };

/**
 * Gives a role on a resource (resources 5.6).
 * @param wanted the parsed role name and the id of the one who gets it.
 * @throws ApiError 400 with `errors` if there is no such active user or group; 403 for a group the caller can't read;
 * 409 if it has any role there; 400 if the kind has no role of this name.
 */
export async function addRole(
  resource: Allowed,
  holder: Holder,
  { id, role }: { id: number; role: string },
): Promise<void> {
  const { tx } = resource;
  const state = await stateOf(resource, holder, id);
  if (!state.present) {
    throw invalid({ [holder.name]: { id: [`There is no active ${holder.name} with this id.`] } });
  }
  if (!state.may) throw forbidden(`You do not have permission to add a role for this ${holder.name}.`);
  if (state.role !== null) throw conflict(`A role for this ${holder.name} already exists.`);
  requireRole(resource, role);
  await sql`
    insert into role (resource_id, ${column(holder)}, name) values (${resource.id}, ${id}, ${role})`.execute(tx);
  await touch(tx, [resource]);
}

/**
 * Changes the role that someone has on a resource; the same role again counts as a change (resources 5.6).
 * @param role gives the parsed name; called once it is known that there is a role to change.
 * @throws ApiError 404 without a role there; 409 for the creator's; 400 if the kind has no role of this name.
 */
export async function changeRole(
  resource: Allowed,
  holder: Holder,
  id: number | null,
  role: () => string,
): Promise<void> {
  const found = await requireHeld(resource, holder, id);
  const name = role();
  refuseCreator(resource, holder, found, 'changed');
  requireRole(resource, name);
  await sql`
    update role set name = ${name} where resource_id = ${resource.id} and ${column(holder)} = ${found}`.execute(
    resource.tx,
  );
  await touch(resource.tx, [resource]);
}

/**
 * Takes the role that someone has on a resource.
 * @throws ApiError 404 without a role there; 409 for the creator's.
 */
export async function removeRole(resource: Allowed, holder: Holder, id: number | null): Promise<void> {
  const found = await requireHeld(resource, holder, id);
  refuseCreator(resource, holder, found, 'removed');
  await sql`
    delete from role where resource_id = ${resource.id} and ${column(holder)} = ${found}`.execute(resource.tx);
  await touch(resource.tx, [resource]);
}

async function requireHeld(resource: Allowed, holder: Holder, id: number | null): Promise<number> {
  const state = id === null ? null : await stateOf(resource, holder, id);
  if (id === null || !state?.present || state.role === null) throw notFound('The role does not exist.');
  return id;
}

async function stateOf(resource: Allowed, holder: Holder, id: number): Promise<State> {
  const { rows } = await sql<State>`
    select ${holder.exists(id)} as present, ${holder.mayGive(resource.actor, id)} as may,
      (select name from role where resource_id = ${resource.id} and ${column(holder)} = ${id}) as role`.execute(
    resource.tx,
  );
  return rows[0] as State;
}

function requireRole({ kind }: Allowed, name: string): void {
  if (!roleNames(kind).includes(name)) throw badRequest(`There is no role "${name}".`);
}

function refuseCreator({ creatorId }: Allowed, holder: Holder, id: number, what: string): void {
  if (holder === USERS && id === creatorId) throw conflict(`The creator's role cannot be ${what}.`);
}

function column({ name }: Holder): RawBuilder<unknown> {
  return sql.ref(`${name}_id`);
}
