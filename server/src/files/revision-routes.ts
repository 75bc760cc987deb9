import { FileRevision, FileRevisions, formatQuery, query } from '@cairn/contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { route } from '../http/index.ts';
import { pathId, writePage } from '../kernel/index.ts';
import { listRevisions, type RevisionSource, readRevision } from '../kinds/index.ts';
import { targetOf } from './call-target.ts';
import { requireRecord } from './record-access.ts';
import type { FileServices } from './services.ts';

const READ = { scopes: ['record.read'], row: true } as const;
const listQuery = { page: query.page(), per_page: query.perPage };
const itemQuery = { revision: query.optionalInteger('A revision of the same file to compare with.') };

/** Operations on the revisions of files (specification 4.1, resources 6). */
export function mountRevisionRoutes(app: FastifyInstance, services: FileServices): void {
  const { db } = services;

  route(app, {
    method: 'GET',
    url: '/records/:id/files/revisions',
    operation: 'listFileRevisions',
    summary: 'List the revisions of all files of a record, newest first',
    tag: 'Files',
    access: READ,
    query: listQuery,
    responses: { 200: FileRevisions },
    async handler(call) {
      const recordId = await requireRecord(db, targetOf(call), 'read');
      const source = revisionsOf(recordId);
      const { items, total } = await listRevisions(services, call.actor, call.links, source, call.query);
      const url = (page: number) =>
        `${call.links.api}${source.path}?${formatQuery(listQuery, { ...call.query, page })}`;
      return { status: 200, body: writePage(items, total, call.query, url) };
    },
  });

  route(app, {
    method: 'GET',
    url: '/records/:record_id/files/revisions/:revision_id',
    operation: 'getFileRevision',
    summary: 'Read a revision of a file, compared with another one',
    tag: 'Files',
    access: READ,
    query: itemQuery,
    responses: { 200: FileRevision },
    async handler(call) {
      const recordId = await requireRecord(db, targetOf(call), 'read');
      const { actor, links, params, query: wanted } = call;
      const id = pathId(params.revision_id ?? '');
      const body = await readRevision(services, actor, links, revisionsOf(recordId), id, wanted.revision);
      return { status: 200, body };
    },
  });
}

function revisionsOf(recordId: number): RevisionSource {
  return {
    table: 'file_revision',
    object: 'file_id',
    where: sql<boolean>`v.record_id = ${recordId}`,
    path: `/records/${recordId}/files/revisions`,
  };
}
