import { formatQuery, type Kind, paginated, query, TagAnswer } from '@cairn/contract';
import type { FastifyInstance } from 'fastify';
import { type RawBuilder, sql } from 'kysely';
import { type Actor, can, readable } from '../access/index.ts';
import { type Db, likeText } from '../db/index.ts';
import { route } from '../http/index.ts';
import { offset, writeJson, writePage } from '../kernel/index.ts';
import type { Kinds } from './purge.ts';
import type { Services } from './services.ts';

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
      const wantedKinds = tagged.filter((kind) => wanted.type === null || wanted.type === kind);
      const found = (await tagsAreMany(db)) ? fromResources(actor, wantedKinds) : fromTags(actor, wantedKinds);
      const skip = offset(wanted) ?? 2_000_000_000;
      const { rows } = await sql<{ names: string[]; total: number }>`
        with found as materialized (
          select distinct name collate "C" as name from (${found}) f where name ilike ${`%${likeText(wanted.filter)}%`})
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

// Usually there are few tags and many resources, so that one look-up for each tag is the cheapest; where there are more
// tags than resources, it is the other way round.
async function tagsAreMany(db: Db): Promise<boolean> {
  const { rows } = await sql<{ many: boolean }>`
    select (select reltuples from pg_class where oid = 'tag'::regclass) >
      (select greatest(reltuples, 100) from pg_class where oid = 'resource'::regclass) as many`.execute(db);
  return rows[0]?.many ?? false;
}

function fromTags(actor: Actor, kinds: readonly Kind[]): RawBuilder<unknown> {
  const used = kinds.map(
    (kind) => sql`exists (select 1 from resource r where r.tags @> array[t.name] and r.kind = ${kind}
      and r.state = 'active' and ${can(actor, kind, 'read')})`,
  );
  return sql`select t.name from tag t where ${sql.join(used, sql` or `)}`;
}

function fromResources(actor: Actor, kinds: readonly Kind[]): RawBuilder<unknown> {
  const each = kinds.map((kind) => sql`select unnest(r.tags) as name from ${readable(actor, kind)}`);
  return sql`${sql.join(each, sql` union all `)}`;
}
