import { formatQuery, RecordLink, RecordLinks, recordLinksQuery } from '@cairn/contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { route } from '../http/index.ts';
import { forbidden, type JsonText, notFound, pathId, writePage } from '../kernel/index.ts';
import { requireRead, type Services } from '../kinds/index.ts';
import { type LinkRow, listLinks, presentLinks, readLink } from './record-link-answers.ts';

/** Declares the reading operations on links between records. */
export function mountRecordLinks(app: FastifyInstance, services: Services): void {
  const { db } = services;
  route(app, {
    method: 'GET',
    url: '/records/:id/records',
    operation: 'listRecordLinks',
    summary: 'List the links from or to a record',
    tag: 'records',
    access: { scopes: ['record.read'], row: true },
    query: recordLinksQuery,
    responses: { 200: RecordLinks },
    async handler({ actor, params, scopes, links, query }) {
      const id = await requireRead(services, actor, 'record', pathId(params.id ?? ''), scopes);
      const { rows, total } = await listLinks(db, actor, id, query);
      const side = query.direction === 'out' ? 'to' : 'from';
      const items = await presentLinks(services, actor, links, { [side]: rows });
      const url = (page: number) =>
        `${links.api}/records/${id}/records?${formatQuery(recordLinksQuery, { ...query, page })}`;
      return { status: 200, body: writePage(items, total, query, url) };
    },
  });

  route(app, {
    method: 'GET',
    url: '/records/records/:id',
    operation: 'getRecordLinkById',
    summary: 'Get a link between two records, with both',
    tag: 'records',
    access: { scopes: ['record.read'] },
    responses: { 200: RecordLink },
    async handler({ actor, params, links }) {
      const where = sql<boolean>`l.id = ${pathId(params.id ?? '')}`;
      const [to, from] = [await readLink(db, actor, 'to', where), await readLink(db, actor, 'from', where)];
      const sides = { to: [requireReadable(to)], from: [requireReadable(from)] };
      return { status: 200, body: (await presentLinks(services, actor, links, sides))[0] as JsonText };
    },
  });

  route(app, {
    method: 'GET',
    url: '/records/:id/records/:link_id',
    operation: 'getRecordLink',
    summary: 'Get an outgoing link of a record',
    tag: 'records',
    access: { scopes: ['record.read'], row: true },
    responses: { 200: RecordLink },
    async handler({ actor, params, scopes, links }) {
      const id = await requireRead(services, actor, 'record', pathId(params.id ?? ''), scopes);
      const where = sql<boolean>`l.id = ${pathId(params.link_id ?? '')} and l.from_id = ${id}`;
      const sides = { to: [requireReadable(await readLink(db, actor, 'to', where))] };
      return { status: 200, body: (await presentLinks(services, actor, links, sides))[0] as JsonText };
    },
  });
}

// A record that the caller may not read is 403 in any state, one in the trash 404, as for the record itself.
function requireReadable(row: LinkRow | undefined): LinkRow {
  if (!row) throw notFound('The link does not exist.');
  if (!row.readable) throw forbidden();
  if (row.state !== 'active') throw notFound();
  return row;
}
