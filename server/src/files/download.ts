import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../kernel/index.ts';
import { archive } from './archive.ts';
import { select, type Validators } from './conditions.ts';
import { downloadHeaders } from './download-headers.ts';
import type { FileContent } from './find-files.ts';
import type { FileRow } from './present.ts';
import type { FileServices } from './services.ts';
import type { ByteRange } from './store.ts';

/**
 * Sends the content of a file, or the part of it that is asked for.
 * @throws ApiError 416 if the range lies outside.
 */
export function sendFile(
  { store }: FileServices,
  file: FileRow & FileContent,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const validators: Validators = { etag: `"${file.blob_id}"`, modified: new Date(file.completed_at) };
  const selection = select(request.headers, validators, file.size);
  const common = {
    ETag: validators.etag,
    'Last-Modified': validators.modified.toUTCString(),
    'Accept-Ranges': 'bytes',
    ...downloadHeaders(file.name, file.mimetype),
  };
  if (selection.status === 416) {
    throw new ApiError(
      416,
      'The requested range lies outside the file.',
      {},
      { 'Content-Range': `bytes */${file.size}` },
    );
  }
  reply.code(selection.status).headers(common);
  if (selection.status === 304) {
    void reply.removeHeader('Content-Type').send();
    return;
  }
  const range = selection.status === 206 ? selection.range : undefined;
  if (range) reply.header('Content-Range', `bytes ${range.start}-${range.end}/${file.size}`);
  const length = range ? range.end - range.start + 1 : file.size;
  send(request, reply, length, () => read(store, file, range));
}

/** Sends all files of a record as a ZIP archive. */
export function sendArchive(
  { store }: FileServices,
  { identifier, files }: { identifier: string; files: readonly (FileRow & FileContent)[] },
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const entries = files.map((file) => ({
    name: file.name,
    size: file.size,
    modified: new Date(file.last_modified),
    open: () => read(store, file),
  }));
  const { length, open } = archive(entries);
  reply.code(200).headers(downloadHeaders(`${identifier}.zip`, 'application/zip'));
  send(request, reply, length, open);
}

function read(store: FileServices['store'], file: FileContent, range?: ByteRange): Readable {
  return store.read(file.blob_id, file.parts, range);
}

// A HEAD request must not read what it does not send; the empty stream lets the length stand.
function send(request: FastifyRequest, reply: FastifyReply, length: number, open: () => Readable): void {
  reply.header('Content-Length', length);
  void reply.send(request.method === 'HEAD' ? Readable.from([]) : open());
}
