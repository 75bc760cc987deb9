import { type Kind, paginated, userGroupsQuery, userResourcesQuery } from '@cairn/contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { groupsOf } from '../access/index.ts';
import { group } from '../group/index.ts';
import { route } from '../http/index.ts';
import { pathId } from '../kernel/index.ts';
import { among, type Condition, listNested, type Services } from '../kinds/index.ts';
import { requireUser } from '../user/index.ts';
import { HELD_KINDS } from './held-kinds.ts';

/** Declares GET /users/{id}/records and the like (specification 4.4). */
export function mountUserLists(app: FastifyInstance, services: Services): void {
  for (const { definition, Many } of HELD_KINDS) {
    const { kind, plural } = definition;
    route(app, {
      method: 'GET',
      url: `/users/:id/${plural}`,
      operation: `listUser${Many}`,
      summary: `List the ${plural} of a user, or those that the caller shares with the user`,
      tag: 'users',
      access: { scopes: ['user.read', `${kind}.read`] },
      query: userResourcesQuery,
      responses: { 200: paginated(definition.answer) },
      async handler(call) {
        const id = await requireUser(services.db, pathId(call.params.id ?? ''));
        const body = await listNested(services, call, definition, {
          path: `/users/${id}/${plural}`,
          params: userResourcesQuery,
          query: call.query,
          belongs: call.query.shared ? sharedWith(kind, call.actor.userId, id) : createdBy(kind, id),
        });
        return { status: 200, body };
      },
    });
  }

  route(app, {
    method: 'GET',
    url: '/users/:id/groups',
    operation: 'listUserGroups',
    summary: 'List the groups of a user, or those that the caller and the user have in common',
    tag: 'users',
    access: { scopes: ['user.read', 'group.read'] },
    query: userGroupsQuery,
    responses: { 200: paginated(group.answer) },
    async handler(call) {
      const id = await requireUser(services.db, pathId(call.params.id ?? ''));
      const body = await listNested(services, call, group, {
        path: `/users/${id}/groups`,
        params: userGroupsQuery,
        query: call.query,
        belongs: call.query.common ? ofBoth(call.actor.userId, id) : createdBy('group', id),
      });
      return { status: 200, body };
    },
  });
}

function createdBy(kind: Kind, id: number): Condition {
  return among(sql`select c.id from resource c where c.creator_id = ${id} and c.kind = ${kind} and c.state = 'active'`);
}

// What `owner` created and `id` holds a role on, also through an active group; visibility does not count.
function sharedWith(kind: Kind, owner: number, id: number): Condition {
  return among(sql`
    select c.id from resource c where c.creator_id = ${owner} and c.kind = ${kind} and c.state = 'active' and c.id in (
      select h.resource_id from role h where h.user_id = ${id}
      union all
      select h.resource_id from role h where h.group_id = any(${groupsOf({ userId: id })}))`);
}

function ofBoth(one: number, other: number): Condition {
  return among(sql`
    select m.resource_id from role m join role n on n.resource_id = m.resource_id
    where m.user_id = ${one} and n.user_id = ${other}`);
}
