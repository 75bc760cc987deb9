import { ErrorObject } from '@cairn/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { route } from '../http/index.ts';
import { targetOf, uuidOf } from './call-target.ts';
import { sendArchive, sendFile } from './download.ts';
import { allFiles, findContent } from './find-files.ts';
import type { FileServices } from './services.ts';

const READ = { scopes: ['record.read'], row: true } as const;

/** Operations that send the contents of files (specification 4.1, flows 2). */
export function mountDownloadRoutes(app: FastifyInstance, services: FileServices): void {
  const { db } = services;

  route(app, {
    method: 'GET',
    url: '/records/:id/files/download',
    operation: 'downloadFiles',
    summary: 'Download all files of a record as a ZIP archive',
    tag: 'Files',
    access: READ,
    responses: { 200: { content: 'application/zip', description: 'An archive of all files, not compressed.' } },
    async handler(call) {
      const all = await allFiles(db, targetOf(call));
      sendArchive(services, all, call.request, call.reply);
      return undefined;
    },
  });

  route(app, {
    method: 'GET',
    url: '/records/:record_id/files/:file_id/download',
    operation: 'downloadFile',
    summary: 'Download a file, or a range of its bytes',
    tag: 'Files',
    access: READ,
    headers: {
      Range: 'A single range of bytes, like `bytes=0-499`.',
      'If-Range': 'Entity tag or date: the range is sent only if the content is still that one.',
      'If-None-Match': 'Entity tags of contents that need not be sent again.',
    },
    responses: {
      200: { content: '*/*', description: 'The content, with its media type.' },
      206: { content: '*/*', description: 'The range that was asked for.' },
      304: z.void(),
      416: ErrorObject,
    },
    async handler(call) {
      const file = await findContent(db, targetOf(call), { id: uuidOf(call, 'file_id') });
      await sendFile(services, file, call.request, call.reply);
      return undefined;
    },
  });
}
