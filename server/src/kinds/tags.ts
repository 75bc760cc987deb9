import { formatQuery, paginated, query, TagAnswer } from '@cairn/contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { can } from '../access/index.ts';
import { route } from '../http/index.ts';
import { offset, writeJson, writePage } from '../kernel/index.ts';
import type { Kinds } from './purge.ts';
import type { Services } from './services.ts';
import { likeText } from './text-search.ts';

/** Declares GET /tags: names of tags on active resources that the caller can read, ascending. */
export function mountTags(app: FastifyInstance, { db }: Services, kinds: Kinds): void {
  const tagged = kinds.filter((definition) => definition.tagged).map((definition) => definition.kind);
  const params = {
    page: query.page(),
    per_page: query.perPage,
    filter: query.text('Contained in the name.', 'normalize'),
    type: query.choice(tagged, null, 'Only tags of this kind of resource.'),
  };
  route(app, {
    method: 'GET',
    url: '/tags',
    operation: 'listTags',
    summary: 'List the tags of readable resources',
    tag: 'miscellaneous',
    access: 'signed-in',
    query: params,
    responses: { 200: paginated(TagAnswer) },
    async handler({ actor, query: wanted, links }) {
      const used = tagged
        .filter((kind) => wanted.type === null || wanted.type === kind)
        .map(
          (kind) => sql`exists (select 1 from resource r where r.tags @> array[t.name] and r.kind = ${kind}
            and r.state = 'active' and ${can(actor, kind, 'read')})`,
        );
      const skip = offset(wanted) ?? 2_000_000_000;
      const { rows } = await sql<{ names: string[]; total: number }>`
        with found as materialized (
          select t.name from tag t where t.name ilike ${`%${likeText(wanted.filter)}%`}
          and ${used.length > 0 ? sql`(${sql.join(used, sql` or `)})` : sql`false`})
        select (select count(*)::int from found) as total,
          array(select name from found order by name limit ${wanted.per_page} offset ${skip}) as names`.execute(db);
      const { names, total } = rows[0] as { names: string[]; total: number };
      const url = (page: number) => `${links.api}/tags?${formatQuery(params, { ...wanted, page })}`;
      return {
        status: 200,
        body: writePage(
          names.map((name) => writeJson({ name })),
          total,
          wanted,
          url,
        ),
      };
    },
  });
}
