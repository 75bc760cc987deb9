import { FileReplace, FileResource, Upload, UploadCreate, Uploads } from '@cairn/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { route } from '../http/index.ts';
import { conflict, notFound, writeArray, writeObject } from '../kernel/index.ts';
import { beginUpload } from './begin-upload.ts';
import { targetOf, uuidOf } from './call-target.ts';
import { findFile } from './find-files.ts';
import { findUpload, pendingUploads } from './find-upload.ts';
import { startFinish } from './finish-upload.ts';
import { presentFile, presentUpload, presentUploads } from './present.ts';
import { abandonUpload, receiveChunk, receiveFile } from './receive.ts';
import { requireRecord } from './record-access.ts';
import type { FileServices } from './services.ts';

const UPDATE = { scopes: ['record.update'], row: true } as const;

/** Operations that bring the content of files (specification 2.7 and 4.1, flows 1). */
export function mountUploadRoutes(app: FastifyInstance, services: FileServices): void {
  const { db } = services;

  route(app, {
    method: 'GET',
    url: '/records/:id/uploads',
    operation: 'listUploads',
    summary: "List one's own unfinished uploads to a record",
    tag: 'Uploads',
    access: UPDATE,
    responses: { 200: Uploads },
    async handler(call) {
      const uploads = await pendingUploads(db, targetOf(call));
      const items = writeArray(await presentUploads(services, call, uploads));
      return { status: 200, body: writeObject({}, { items }) };
    },
  });

  route(app, {
    method: 'POST',
    url: '/records/:id/uploads',
    operation: 'createUpload',
    summary: 'Begin the upload of a new file',
    tag: 'Uploads',
    access: UPDATE,
    body: UploadCreate,
    responses: { 201: Upload },
    async handler(call) {
      const target = targetOf(call);
      const { name, ...rest } = await bodyAfter(call, () => requireRecord(db, target, 'update'));
      const begun = await beginUpload(services, target, { target: { name }, ...rest });
      if ('taken' in begun) {
        const file = JSON.parse(await presentFile(services, call, begun.taken));
        throw conflict('A file with this name already exists in the record.', { file });
      }
      return { status: 201, body: await presentUpload(services, call, begun.upload, { withoutChecksum: true }) };
    },
  });

  route(app, {
    method: 'PUT',
    url: '/records/:record_id/files/:file_id',
    operation: 'replaceFile',
    summary: 'Begin an upload that replaces the content of a file when it is finished',
    tag: 'Uploads',
    access: UPDATE,
    body: FileReplace,
    responses: { 201: Upload },
    async handler(call) {
      const target = targetOf(call);
      const fileId = uuidOf(call, 'file_id');
      const input = await bodyAfter(call, () => findFile(db, target, { id: fileId }, 'update'));
      const begun = await beginUpload(services, target, { target: { fileId }, ...input });
      if ('taken' in begun) throw new Error('A replacement needs no free name.');
      return { status: 201, body: await presentUpload(services, call, begun.upload) };
    },
  });

  route(app, {
    method: 'GET',
    url: '/records/:record_id/uploads/:upload_id',
    operation: 'getUpload',
    summary: 'Read an upload, and how far its finishing is',
    tag: 'Uploads',
    access: UPDATE,
    responses: { 200: Upload },
    async handler(call) {
      const upload = await findUpload(db, targetOf(call), uuidOf(call, 'upload_id'));
      const over = upload.state === 'inactive' && upload.upload_type === 'chunked' && upload.task_state === null;
      if (over) throw notFound();
      return { status: 200, body: await presentUpload(services, call, upload, { withTask: true }) };
    },
  });

  route(app, {
    method: 'PUT',
    url: '/records/:record_id/uploads/:upload_id',
    operation: 'sendUploadData',
    summary: 'Send the content of a direct upload, or one chunk of a chunked one',
    tag: 'Uploads',
    access: UPDATE,
    stream: true,
    unlimited: true,
    headers: {
      'Svc-Chunk-Index': 'Index of the chunk, from 0. Required for chunked uploads.',
      'Svc-Chunk-Size': 'Bytes of the chunk. Required for chunked uploads.',
      'Svc-MD5-Checksum': 'MD5 of the sent bytes in lower-case hex; compared if given.',
    },
    responses: { 200: Upload, 201: FileResource },
    async handler(call) {
      const target = targetOf(call);
      const upload = await findUpload(db, target, uuidOf(call, 'upload_id'));
      if (upload.state !== 'active') throw notFound();
      if (upload.upload_type === 'direct') {
        const file = await receiveFile(services, upload, call.request.raw);
        return { status: 201, body: await presentFile(services, call, file) };
      }
      await receiveChunk(services, upload, call.request.raw);
      return { status: 200, body: await presentUpload(services, call, await findUpload(db, target, upload.id)) };
    },
  });

  route(app, {
    method: 'POST',
    url: '/records/:record_id/uploads/:upload_id',
    operation: 'finishUpload',
    summary: 'Finish a chunked upload; a task makes a file of its chunks',
    tag: 'Uploads',
    access: UPDATE,
    responses: { 202: Upload },
    async handler(call) {
      const upload = await startFinish(services, targetOf(call), uuidOf(call, 'upload_id'));
      return { status: 202, body: await presentUpload(services, call, upload) };
    },
  });

  route(app, {
    method: 'DELETE',
    url: '/records/:record_id/uploads/:upload_id',
    operation: 'deleteUpload',
    summary: 'Give up an upload',
    tag: 'Uploads',
    access: UPDATE,
    responses: { 204: z.void() },
    async handler(call) {
      const upload = await findUpload(db, targetOf(call), uuidOf(call, 'upload_id'));
      if (!(await abandonUpload(services, upload))) throw notFound();
      return { status: 204 };
    },
  });
}

/**
 * The body of a call. The checks of the path come first (resources 5.5); since the query that begins an upload makes
 * them all again, they are asked for alone only where the body is bad.
 */
async function bodyAfter<B>(call: { readonly body: B }, checks: () => Promise<unknown>): Promise<B> {
  try {
    return call.body;
  } catch (error) {
    await checks();
    throw error;
  }
}
