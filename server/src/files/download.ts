import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../kernel/index.ts';
import { archive } from './archive.ts';
import { select, type Validators } from './conditions.ts';
import { downloadHeaders } from './download-headers.ts';
import type { FileContent } from './find-files.ts';
import type { FileRow } from './present.ts';
import type { FileServices } from './services.ts';
import type { Take } from './store.ts';

/**
 * Sends the content of a file, or the part of it that is asked for.
 * @throws ApiError 416 if the range lies outside; StorageError if the content can't be read from its beginning.
 */
export async function sendFile(
  { store }: FileServices,
  file: FileRow & FileContent,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const validators: Validators = { etag: `"${file.blob_id}"`, modified: new Date(file.completed_at) };
  const selection = select(request.headers, validators, file.size);
  if (selection.status === 416) {
    const headers = { 'Content-Range': `bytes */${file.size}` };
    throw new ApiError(416, 'The requested range lies outside the file.', {}, headers);
  }
  reply.code(selection.status).headers({
    ...downloadHeaders(file.name, file.mimetype),
    ETag: validators.etag,
    'Last-Modified': validators.modified.toUTCString(),
    'Accept-Ranges': 'bytes',
  });
  if (selection.status === 304) {
    reply.removeHeader('Content-Type').send();
    return;
  }
  const range = selection.status === 206 ? selection.range : undefined;
  if (range) reply.header('Content-Range', `bytes ${range.start}-${range.end}/${file.size}`);
  reply.header('Content-Length', range ? range.end - range.start + 1 : file.size);
  if (request.method === 'HEAD') sendHead(reply);
  else await sendPieces(reply, (take) => store.copy(file.blob_id, file.parts, take, range));
}

/** Sends all files of a record as a ZIP archive. */
export function sendArchive(
  { store }: FileServices,
  { identifier, files }: { identifier: string; files: readonly (FileRow & FileContent)[] },
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { length, open } = archive(
    files.map((file) => ({
      name: file.name,
      size: file.size,
      modified: new Date(file.last_modified),
      open: () => store.read(file.blob_id, file.parts),
    })),
  );
  reply.headers(downloadHeaders(`${identifier}.zip`, 'application/zip')).header('Content-Length', length);
  if (request.method === 'HEAD') sendHead(reply);
  else reply.send(open());
}

// The framework lets the length of an empty stream stand, so nothing is read that is not sent.
function sendHead(reply: FastifyReply): void {
  reply.send(Readable.from([]));
}

/**
 * Sends pieces as they come, each only after the one before has left. What fails before the first piece is an ordinary
 * error; after it, the connection is cut, so that the answer can't look complete.
 */
async function sendPieces(reply: FastifyReply, copy: (take: Take) => Promise<void>): Promise<void> {
  const { raw } = reply;
  const begin = () => {
    if (raw.headersSent) return;
    reply.hijack();
    raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>);
  };
  try {
    await copy((piece) => {
      begin();
      return write(raw, piece);
    });
    begin();
    raw.end();
  } catch (error) {
    if (!raw.headersSent) throw error;
    if (!raw.destroyed) reply.log.error({ err: error }, 'a download was broken off');
    raw.destroy();
  }
}

function write(raw: ServerResponse, piece: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const gone = () => reject(new Error('The reader went away.'));
    raw.once('close', gone);
    raw.write(piece, (error) => {
      raw.off('close', gone);
      if (error) reject(error);
      else resolve();
    });
  });
}
