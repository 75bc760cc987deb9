import { FileResource, Files, FileUpdate, fileListQuery, formatQuery } from '@cairn/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { route } from '../http/index.ts';
import { writePage } from '../kernel/index.ts';
import { targetOf, uuidOf } from './call-target.ts';
import { deleteFile, updateFile } from './change-file.ts';
import { findFile, findFileAnywhere, listFiles } from './find-files.ts';
import { presentFile, presentFiles } from './present.ts';
import type { FileServices } from './services.ts';

const READ = { scopes: ['record.read'], row: true } as const;
const UPDATE = { scopes: ['record.update'], row: true } as const;

/** Operations on files and what is known of them (specification 4.1). */
export function mountFileRoutes(app: FastifyInstance, services: FileServices): void {
  const { db } = services;

  route(app, {
    method: 'GET',
    url: '/records/:id/files',
    operation: 'listFiles',
    summary: 'List the files of a record',
    tag: 'Files',
    access: READ,
    query: fileListQuery,
    responses: { 200: Files },
    async handler(call) {
      const target = targetOf(call);
      const { rows, total } = await listFiles(db, target, call.query);
      const items = await presentFiles(services, call, rows);
      const url = (page: number) =>
        `${call.links.api}/records/${target.recordId}/files?${formatQuery(fileListQuery, { ...call.query, page })}`;
      return { status: 200, body: writePage(items, total, call.query, url) };
    },
  });

  route(app, {
    method: 'GET',
    url: '/records/files/:id',
    operation: 'getFileById',
    summary: 'Read a file by its id alone',
    tag: 'Files',
    access: { scopes: ['record.read'] },
    responses: { 200: FileResource },
    async handler(call) {
      const file = await findFileAnywhere(db, call.actor, uuidOf(call, 'id'));
      return { status: 200, body: await presentFile(services, call, file) };
    },
  });

  route(app, {
    method: 'GET',
    url: '/records/:record_id/files/name/*',
    operation: 'getFileByName',
    summary: 'Read a file by its name, which may contain slashes',
    tag: 'Files',
    access: READ,
    responses: { 200: FileResource },
    async handler(call) {
      const file = await findFile(db, targetOf(call), { name: call.params['*'] ?? '' });
      return { status: 200, body: await presentFile(services, call, file) };
    },
  });

  route(app, {
    method: 'GET',
    url: '/records/:record_id/files/:file_id',
    operation: 'getFile',
    summary: 'Read a file',
    tag: 'Files',
    access: READ,
    responses: { 200: FileResource },
    async handler(call) {
      const file = await findFile(db, targetOf(call), { id: uuidOf(call, 'file_id') });
      return { status: 200, body: await presentFile(services, call, file) };
    },
  });

  route(app, {
    method: 'PATCH',
    url: '/records/:record_id/files/:file_id',
    operation: 'updateFile',
    summary: 'Change the name, description or media type of a file',
    tag: 'Files',
    access: UPDATE,
    body: FileUpdate,
    responses: { 200: FileResource },
    async handler(call) {
      const file = await updateFile(services, targetOf(call), uuidOf(call, 'file_id'), () => call.body);
      return { status: 200, body: await presentFile(services, call, file) };
    },
  });

  route(app, {
    method: 'DELETE',
    url: '/records/:record_id/files/:file_id',
    operation: 'deleteFile',
    summary: 'Delete a file',
    tag: 'Files',
    access: UPDATE,
    responses: { 204: z.void() },
    async handler(call) {
      await deleteFile(services, targetOf(call), uuidOf(call, 'file_id'));
      return { status: 204 };
    },
  });
}
