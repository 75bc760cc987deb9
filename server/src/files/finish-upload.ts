import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { isConnectionLost, transaction } from '../db/index.ts';
import { enqueue, enqueueAgain } from '../jobs/index.ts';
import { ApiError, badRequest, notFound } from '../kernel/index.ts';
import { completeUpload } from './complete.ts';
import { findUpload } from './find-upload.ts';
import { HEAD } from './magic.ts';
import { mediaTypes } from './media-types.ts';
import type { UploadRow } from './present.ts';
import { readWhole } from './read-whole.ts';
import { conflictText } from './receive.ts';
import type { RecordTarget } from './record-access.ts';
import type { TaskServices } from './services.ts';

declare module '../jobs/index.ts' {
  interface TaskPayloads {
    finish_upload: { id: string };
  }
}

/**
 * Starts the task that makes a file of the chunks, in the transaction that ends the upload for the sender.
 * @throws ApiError 404 if the upload is not active or not chunked, 400 if chunks are missing, 503 if the task could not be
 *   enqueued; the upload then stays active.
 */
export async function startFinish(
  { db }: TaskServices,
  target: RecordTarget,
  uploadId: string | null,
): Promise<UploadRow> {
  return transaction(db, async (tx) => {
    const upload = await findUpload(tx, target, uploadId);
    if (upload.state !== 'active' || upload.upload_type !== 'chunked') throw notFound();
    const { rows } = await sql<{ count: number; last_modified: string }>`
      with ended as (
        update upload set state = 'processing', task_state = 'pending', last_modified = clock_timestamp()
        where id = ${upload.id} and state = 'active' returning last_modified)
      select (select count(*)::int from blob_part where blob_id = ${upload.id}) as count, last_modified from ended`.execute(
      tx,
    );
    const [row] = rows;
    if (!row) throw notFound();
    if (row.count !== upload.chunk_count) {
      throw badRequest(`The upload has ${row.count} of ${upload.chunk_count} chunks.`);
    }
    await enqueue(tx, 'finish_upload', { id: upload.id }, { key: keyOf(upload.id) }).catch((error: unknown) => {
      throw Object.assign(new ApiError(503, 'The task to finish the upload could not be started.'), { cause: error });
    });
    return { ...upload, state: 'processing', task_state: 'pending', last_modified: row.last_modified };
  });
}

const keyOf = (id: string) => `finish upload ${id}`;

/**
 * Makes a file of the chunks. Nothing is copied, so it takes the same time for every size. Run again, it goes on from
 * what the database says. Every way ends with a file or an error in the upload's task; only while the database can't be
 * reached is it left to the queue to try again.
 */
export async function finishUpload(services: TaskServices, { id }: { id: string }): Promise<void> {
  const { rows } = await sql<FinishRow>`
    select id, record_id, file_id, name, size, mimetype, creator_id from upload where id = ${id} and state = 'processing'
  `.execute(services.db);
  const [upload] = rows;
  if (!upload) return;
  try {
    const failure = await finish(services, upload);
    if (failure !== null) await fail(services, id, failure);
  } catch (error) {
    if (isConnectionLost(error)) throw error;
    await fail(services, id, 'The upload could not be finished because of an error on the server.');
    throw error;
  }
}

type FinishRow = Pick<UploadRow, 'id' | 'record_id' | 'file_id' | 'name' | 'size' | 'mimetype' | 'creator_id'>;

// Returns why no file came of it, or null.
async function finish(services: TaskServices, upload: FinishRow): Promise<string | null> {
  const { db, store } = services;
  const { rows: parts } = await sql<{ part: string; size: number; checksum: string }>`
    select part, size, checksum from blob_part where blob_id = ${upload.id} order by index`.execute(db);
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  if (size !== upload.size)
    return `The size of all chunks is ${size} bytes instead of ${upload.size} bytes (size mismatch).`;
  const types = await mediaTypes({
    name: upload.name,
    size,
    given: upload.mimetype,
    head: await readWhole(store, upload.id, parts, HEAD),
    whole: () => readWhole(store, upload.id, parts),
  });
  const outcome = await completeUpload(db, services, {
    upload,
    from: 'processing',
    checksum: chunkedChecksum(parts),
    types,
    conflictText: conflictText(upload),
  });
  return outcome === 'gone' ? 'The record is no longer there.' : null;
}

/** The checksum of a file that came in chunks: MD5 of their binary MD5s, a dash, their number (flows 1.10). */
export function chunkedChecksum(parts: readonly { checksum: string }[]): string {
  const hash = createHash('md5');
  for (const { checksum } of parts) hash.update(Buffer.from(checksum, 'hex'));
  return `${hash.digest('hex')}-${parts.length}`;
}

async function fail({ db }: TaskServices, id: string, reason: string): Promise<void> {
  await sql`
    with ended as (
      update upload set state = 'inactive', task_state = 'failure', task_error = ${reason}, last_modified = clock_timestamp()
      where id = ${id} and state = 'processing' returning id)
    update blob set remove_at = now() from ended where blob.id = ended.id`.execute(db);
}

/** Starts again what a crash or an emptied queue left behind: every upload that is still being finished. */
export async function continueUploads({ db }: Pick<TaskServices, 'db'>): Promise<void> {
  await transaction(db, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select id from upload where state = 'processing' for update skip locked`.execute(tx);
    for (const { id } of rows) await enqueueAgain(tx, 'finish_upload', { id }, keyOf(id));
  });
}
