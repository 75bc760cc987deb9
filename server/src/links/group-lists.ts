import { nestedQuery, paginated } from '@cairn/contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { route } from '../http/index.ts';
import { pathId } from '../kernel/index.ts';
import { among, listNested, requireRead, type Services } from '../kinds/index.ts';
import { HELD_KINDS } from './held-kinds.ts';

/** Declares GET /groups/{id}/records and the like: that on which the group itself has a role (specification 4.5). */
export function mountGroupLists(app: FastifyInstance, services: Services): void {
  for (const { definition, Many } of HELD_KINDS) {
    const { kind, plural } = definition;
    route(app, {
      method: 'GET',
      url: `/groups/:id/${plural}`,
      operation: `listGroup${Many}`,
      summary: `List the ${plural} on which a group has a role`,
      tag: 'groups',
      access: { scopes: ['group.read', `${kind}.read`], row: true },
      query: nestedQuery,
      responses: { 200: paginated(definition.answer) },
      async handler(call) {
        const id = await requireRead(services, call.actor, 'group', pathId(call.params.id ?? ''), call.scopes);
        const body = await listNested(services, call, definition, {
          path: `/groups/${id}/${plural}`,
          params: nestedQuery,
          query: call.query,
          belongs: among(sql`select h.resource_id from role h where h.group_id = ${id}`),
        });
        return { status: 200, body };
      },
    });
  }
}
