import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { sql } from 'kysely';
import { ApiError, badRequest, conflict, notFound } from '../kernel/index.ts';
import { completeUpload } from './complete.ts';
import { announcedBy } from './data-headers.ts';
import { Head } from './head.ts';
import { mediaTypes } from './media-types.ts';
import type { FileRow, UploadRow } from './present.ts';
import { readableBytes } from './quota.ts';
import { readWhole } from './read-whole.ts';
import type { FileServices } from './services.ts';
import { type Announced, type PartAddress, PartMismatch, type PartReceipt } from './store.ts';

/** Bytes that a request may be longer than the largest content, as the clients' other parts never are. */
const SPARE = 1_000_000;

/**
 * Takes the whole content of a direct upload and makes it a file.
 * @throws ApiError 400 if length or checksum are not as announced, 409 if the name was taken meanwhile or the file to
 *   replace is gone: the upload is then over. 404 if it was over before, 413 and 507 if the data can't be taken.
 */
export async function receiveFile(
  services: FileServices,
  upload: UploadRow,
  request: IncomingMessage,
): Promise<FileRow> {
  const { store } = services;
  const announced = announcedBy(request.headers, upload);
  const at = newPart(upload, 0);
  const head = new Head();
  let receipt: PartReceipt;
  try {
    receipt = await store.writePart(at, head.watch(contentOf(request, announced, services)), announced);
  } catch (error) {
    if (!(error instanceof PartMismatch)) throw error;
    await abandonUpload(services, upload);
    throw badRequest(error.message);
  }
  // If this fails, the file may be there all the same (a lost connection): the part must stay.
  const outcome = await finish(services, upload, receipt, at.part, head);
  if (outcome === 'gone') {
    await store.removePart(at);
    throw notFound();
  }
  if (outcome === 'conflict') throw conflict(conflictText(upload));
  return outcome;
}

async function finish(
  services: FileServices,
  upload: UploadRow,
  { size, checksum }: PartReceipt,
  name: string,
  head: Head,
) {
  const part = { part: name, size };
  const types = await mediaTypes({
    name: upload.name,
    size,
    given: upload.mimetype,
    head: head.bytes(),
    whole: () => readWhole(services.store, upload.id, [part]),
  });
  return completeUpload(services.db, services, { upload, from: 'active', checksum, types, part });
}

/** What a conflict at the end says. */
export function conflictText({ file_id, name }: Pick<UploadRow, 'file_id' | 'name'>): string {
  return file_id === null
    ? `A file with the name "${name}" was added to the record meanwhile.`
    : 'The file to replace is no longer there.';
}

/**
 * Takes one chunk. It counts from the moment it is complete, verified and on disk; one that fails leaves the upload, and
 * a chunk that was stored under its index before, as they are (decision 12).
 * @throws ApiError 400 if length or checksum are not as announced; 404 if the upload ended meanwhile; 413 and 507.
 */
export async function receiveChunk(services: FileServices, upload: UploadRow, request: IncomingMessage): Promise<void> {
  const { db, store } = services;
  const { index, ...announced } = announcedBy(request.headers, upload);
  const at = newPart(upload, index);
  let receipt: PartReceipt;
  try {
    receipt = await store.writePart(at, contentOf(request, announced, services), announced);
  } catch (error) {
    if (!(error instanceof PartMismatch)) throw error;
    await sql`update upload set last_modified = clock_timestamp() where id = ${upload.id} and state = 'active'`.execute(
      db,
    );
    throw badRequest(error.message);
  }
  const { rows } = await sql<{ stored: boolean; replaced: string | null }>`
    with active as (
      update upload set last_modified = clock_timestamp() where id = ${upload.id} and state = 'active' returning id),
    before as (
      select part from blob_part where blob_id = ${upload.id} and index = ${index}),
    stored as (
      insert into blob_part as p (blob_id, index, part, size, checksum)
      select id, ${index}::int, ${at.part}::text, ${receipt.size}::bigint, ${receipt.checksum}::text from active
      on conflict (blob_id, index) do update set part = excluded.part, size = excluded.size, checksum = excluded.checksum
      returning p.part)
    select exists (select from stored) as stored, (select part from before) as replaced`.execute(db);
  const [row] = rows;
  if (!row?.stored) {
    await store.removePart(at);
    throw notFound();
  }
  if (row.replaced !== null) await store.removePart({ blob: upload.id, part: row.replaced });
}

/** Ends an upload that has not been finished; its data is removed by the next clean-up. */
export async function abandonUpload({ db }: FileServices, { id }: Pick<UploadRow, 'id'>): Promise<boolean> {
  const { rows } = await sql`
    with ended as (
      update upload set state = 'inactive', last_modified = clock_timestamp() where id = ${id} and state = 'active' returning id)
    update blob set remove_at = now() from ended where blob.id = ended.id returning blob.id`.execute(db);
  return rows.length > 0;
}

// Each attempt has a name of its own, so it can't touch what is stored.
function newPart({ id }: UploadRow, index: number): PartAddress {
  return { blob: id, part: `${index}-${randomBytes(6).toString('hex')}` };
}

// The body of a request; breaking off must not close the connection, which still has to carry the answer.
function contentOf(
  request: IncomingMessage,
  announced: Announced,
  { config }: FileServices,
): AsyncIterable<Uint8Array> {
  const length = request.headers['content-length'];
  const most = Math.max(config.directUploadLimit, config.chunkSize) + SPARE;
  if (length !== undefined && Number(length) > most) {
    throw new ApiError(413, `The request body is larger than ${readableBytes(most)}.`, {}, { Connection: 'close' });
  }
  if (length !== undefined && Number(length) !== announced.size) {
    throw new PartMismatch(`The request has ${length} bytes instead of the announced ${announced.size} bytes.`);
  }
  return bytesOf(request);
}

async function* bytesOf(request: IncomingMessage): AsyncIterable<Uint8Array> {
  try {
    yield* request.iterator({ destroyOnReturn: false });
  } catch (error) {
    throw request.destroyed ? badRequest('The request was broken off.') : error;
  }
}
