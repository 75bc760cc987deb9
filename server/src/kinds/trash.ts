import { formatQuery, type Kind, paginated, query, TrashEntry } from '@cairn/contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { likeText } from '../db/index.ts';
import { route } from '../http/index.ts';
import { offset, writeJson, writePage } from '../kernel/index.ts';
import type { Kinds } from './purge.ts';
import type { Services } from './services.ts';

const params = {
  page: query.page(),
  per_page: query.perPage,
  filter: query.text('Contained in the identifier.', 'normalize'),
};

/** Declares GET /trash: what the caller created and someone deleted, of all kinds, newest deletion first. */
export function mountTrash(app: FastifyInstance, { db }: Services, kinds: Kinds): void {
  const plural = new Map(kinds.map((definition) => [definition.kind, definition.plural]));
  route(app, {
    method: 'GET',
    url: '/trash',
    operation: 'listTrash',
    summary: 'List deleted resources that the caller created',
    tag: 'trash',
    access: { scopes: ['misc.manage_trash'] },
    query: params,
    responses: { 200: paginated(TrashEntry) },
    async handler({ actor, query: wanted, links }) {
      const where = sql`state = 'deleted' and creator_id = ${actor.userId} and identifier ilike ${`%${likeText(wanted.filter)}%`}`;
      const count = await sql<{ total: number }>`select count(*)::int as total from resource where ${where}`.execute(
        db,
      );
      const skip = offset(wanted) ?? 2_000_000_000;
      const { rows } = await sql<{ id: number; identifier: string; kind: Kind; last_modified: string }>`
        select id, identifier, kind, last_modified from resource where ${where}
        order by last_modified desc, id desc limit ${wanted.per_page} offset ${skip}`.execute(db);
      const items = rows.map(({ id, identifier, kind, last_modified }) => {
        const self = `${links.api}/${plural.get(kind)}/${id}`;
        return writeJson({
          id,
          identifier,
          type: kind,
          deleted_at: last_modified,
          _actions: { restore: `${self}/restore`, purge: `${self}/purge` },
        });
      });
      const url = (page: number) => `${links.api}/trash?${formatQuery(params, { ...wanted, page })}`;
      return { status: 200, body: writePage(items, count.rows[0]?.total ?? 0, wanted, url) };
    },
  });
}
