import {
  EmptyObject,
  formatQuery,
  GroupRoleAdd,
  GroupRoles,
  groupRolesQuery,
  type Params,
  type Parsed,
  RoleChange,
  rolesGranting,
  type Scope,
  UserRoleAdd,
  UserRoles,
  userRolesQuery,
} from '@cairn/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { load } from '../access/index.ts';
import { transaction } from '../db/index.ts';
import { type Call, route } from '../http/index.ts';
import { pathId, writeJson, writePage } from '../kernel/index.ts';
import type { KindDefinition } from './definition.ts';
import { requireRead } from './read.ts';
import { addRole, changeRole, GROUPS, type Holder, removeRole, USERS } from './roles.ts';
import { listGroupRoles, listUserRoles } from './roles-lists.ts';
import { capital } from './search.ts';
import type { Services } from './services.ts';

type Any = Pick<Call<never, never>, 'actor' | 'params' | 'scopes'>;

/**
 * Declares the operations on roles of a kind. A kind whose roles grant `permissions` gives them to users and groups; one
 * whose roles grant `members` has users with a role as its members, and no groups.
 * @param group how a group is answered.
 */
export function mountRoles(
  app: FastifyInstance,
  services: Services,
  definition: KindDefinition,
  group: Pick<KindDefinition, 'present'>,
): void {
  const { kind, plural } = definition;
  const members = rolesGranting(kind, 'members').length > 0;
  const action = members ? 'members' : 'permissions';
  const Name = capital(kind);
  const manage = `${kind}.${action}` as Scope;
  const read = `${kind}.read` as Scope;

  // Where one holder's roles are: the end of the paths and the names of the operations.
  const place = (holder: Holder) => {
    const [segment, what] = members ? ['members', 'Member'] : [`roles/${holder.name}s`, `${capital(holder.name)}Role`];
    const words = members ? 'member' : `${holder.name} role`;
    return { segment, what, words, url: `/${plural}/:id/${segment}`, tag: plural };
  };
  // The changes of every holder: the row is loaded with the right to manage roles, then its roles change.
  const change = (call: Any, work: (resource: Awaited<ReturnType<typeof load>>) => Promise<void>) =>
    transaction(services.db, async (tx) => {
      const id = pathId(call.params.id ?? '');
      await work(await load(tx, call.actor, { kind, id, action, scopes: call.scopes }));
    });
  const listed = async (call: Any, segment: string | undefined, base: string) => {
    const id = await requireRead(services, call.actor, kind, pathId(call.params.id ?? ''), call.scopes);
    return { id, kind, manage: action, path: `${base}/${plural}/${id}/${segment}` };
  };
  const pages =
    <Q extends Params>(path: string, params: Q, wanted: Parsed<Q>) =>
    (page: number) =>
      `${path}?${formatQuery(params, { ...wanted, page })}`;

  const mountChanges = (holder: Holder) => {
    const { url, what, words, tag } = place(holder);
    const one = `${url}/:${holder.name}_id`;
    const subject = (call: Any) => pathId(call.params[`${holder.name}_id`] ?? '');
    route(app, {
      method: 'PATCH',
      url: one,
      operation: `change${Name}${what}`,
      summary: `Change a ${words} of a ${kind}`,
      tag,
      access: { scopes: [manage], row: true },
      body: RoleChange,
      responses: { 204: z.void() },
      async handler(call) {
        await change(call, (resource) => changeRole(resource, holder, subject(call), () => call.body.name));
        return { status: 204 };
      },
    });
    route(app, {
      method: 'DELETE',
      url: one,
      operation: `remove${Name}${what}`,
      summary: `Remove a ${words} of a ${kind}`,
      tag,
      access: { scopes: [manage], row: true },
      responses: { 204: z.void() },
      async handler(call) {
        await change(call, (resource) => removeRole(resource, holder, subject(call)));
        return { status: 204 };
      },
    });
  };

  const users = place(USERS);
  route(app, {
    method: 'GET',
    url: users.url,
    operation: `list${Name}${users.what}s`,
    summary: `List the ${users.words}s of a ${kind}, the creator first`,
    tag: plural,
    access: { scopes: [read, 'user.read'], row: true },
    query: userRolesQuery,
    responses: { 200: UserRoles },
    async handler(call) {
      const list = await listed(call, users.segment, call.links.api);
      const { items, total } = await listUserRoles(services, call, list, call.query);
      return { status: 200, body: writePage(items, total, call.query, pages(list.path, userRolesQuery, call.query)) };
    },
  });
  route(app, {
    method: 'POST',
    url: users.url,
    operation: `add${Name}${users.what}`,
    summary: `Add a ${users.words} to a ${kind}`,
    tag: plural,
    access: { scopes: [manage], row: true },
    body: UserRoleAdd,
    responses: { 201: EmptyObject },
    async handler(call) {
      await change(call, (resource) => {
        const { role, user } = call.body;
        return addRole(resource, USERS, { id: user.id, role: role.name });
      });
      return { status: 201, body: writeJson({}) };
    },
  });
  mountChanges(USERS);
  if (members) return;

  const groups = place(GROUPS);
  route(app, {
    method: 'GET',
    url: groups.url,
    operation: `list${Name}${groups.what}s`,
    summary: `List the ${groups.words}s of a ${kind}`,
    tag: plural,
    access: { scopes: [read, 'group.read'], row: true },
    query: groupRolesQuery,
    responses: { 200: GroupRoles },
    async handler(call) {
      const list = await listed(call, groups.segment, call.links.api);
      const { items, total } = await listGroupRoles(services, call, list, call.query, group);
      return { status: 200, body: writePage(items, total, call.query, pages(list.path, groupRolesQuery, call.query)) };
    },
  });
  route(app, {
    method: 'POST',
    url: groups.url,
    operation: `add${Name}${groups.what}`,
    summary: `Add a ${groups.words} to a ${kind}`,
    tag: plural,
    access: { scopes: [manage], row: true },
    body: GroupRoleAdd,
    responses: { 201: EmptyObject },
    async handler(call) {
      await change(call, (resource) => {
        const { role, group: holder } = call.body;
        return addRole(resource, GROUPS, { id: holder.id, role: role.name });
      });
      return { status: 201, body: writeJson({}) };
    },
  });
  mountChanges(GROUPS);
}
