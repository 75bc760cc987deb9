import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { can, hasScope } from '../access/index.ts';
import { type Db, transaction, violatedConstraint } from '../db/index.ts';
import { notFound } from '../kernel/index.ts';
import { FILE, type FileRow, type UploadRow } from './present.ts';
import { quotaExceeded, usedBytes } from './quota.ts';
import { admit, type RecordAccess, type RecordTarget } from './record-access.ts';
import type { FileServices } from './services.ts';

export type UploadInput = {
  /** The name of a new file, or the id of the file that is replaced. */
  readonly target: { readonly name: string } | { readonly fileId: string | null };
  readonly size: number;
  readonly description?: string | undefined;
  readonly mimetype?: string | undefined;
};

/** The upload that was begun, or the file that has its name already. */
export type Begun = { readonly upload: UploadRow } | { readonly taken: FileRow };

// Uploads that begin at the same moment don't see each other. So many of the same size are let in without waiting; where
// the quota is nearer than that, they are let in one after the other.
const AT_ONCE = 20;
const QUOTA_LOCK_CLASS = 7216;

/**
 * Begins an upload: checks the right, the name and the quota, and stores it, in one statement.
 * @throws ApiError as `admit`; 404 if the file to replace is not there; 413 over the quota.
 */
export async function beginUpload(services: FileServices, target: RecordTarget, input: UploadInput): Promise<Begun> {
  const quota = services.config.uploadQuota;
  const first = await attempt(services, services.db, target, input, (AT_ONCE - 1) * input.size);
  if (first !== 'near the quota') return first;
  return transaction(services.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(${QUOTA_LOCK_CLASS}, ${target.actor.userId})`.execute(tx);
    const second = await attempt(services, tx, target, input, 0);
    if (second === 'near the quota') throw quotaExceeded(quota as number);
    return second;
  });
}

type Row = RecordAccess & Partial<FileRow> & { upload_name: string | null; upload_time: string };

async function attempt(
  { config }: FileServices,
  db: Db,
  { actor, scopes, recordId }: RecordTarget,
  { target, size, description, mimetype }: UploadInput,
  margin: number,
): Promise<Begun | 'near the quota'> {
  if (recordId === null) throw notFound();
  const id = randomUUID();
  const replaces = 'fileId' in target;
  const fileId = replaces ? target.fileId : null;
  const name = replaces ? null : target.name;
  const shape = shapeOf(size, config);
  const { rows } = await sql<Row>`
    with record as materialized (
      select r.id, r.state, ${can(actor, 'record', 'update')} as allowed
      from resource r where r.id = ${recordId} and r.kind = 'record'),
    ready as (
      select id from record where allowed and state = 'active' and ${scopes.every((scope) => hasScope(actor, scope))}),
    existing as (
      select ${FILE} from ready join file f on f.record_id = ready.id and f.state = 'active'
      and ${replaces ? sql`f.id = ${fileId}::uuid` : sql`f.name = ${name}`}),
    content as (
      insert into blob (id, size) select ${id}, ${size} from ready
      where ${replaces ? sql`exists` : sql`not exists`} (select from existing)
      and ${
        config.uploadQuota === null
          ? sql`true`
          : sql`${usedBytes(actor.userId, { file: fileId, size })} + ${margin}::bigint <= ${config.uploadQuota}`
      }
      returning id),
    begun as (
      insert into upload (id, record_id, file_id, name, size, description, mimetype, upload_type, chunk_size, chunk_count,
        creator_id)
      select content.id, ${recordId}::int, ${fileId}::uuid, coalesce(existing.name, ${name}), ${size}, ${description ?? null},
        ${mimetype ?? null}, ${shape.upload_type}, ${shape.chunk_size}, ${shape.chunk_count}, ${actor.userId}
      from content left join existing on true
      returning name, created_at)
    select record.state as record_state, record.allowed as record_allowed, existing.*,
      begun.name as upload_name, begun.created_at as upload_time
    from record left join existing on true left join begun on true`
    .execute(db)
    .catch((error: unknown) => {
      // The record, or the file, was removed for good in this moment.
      throw violatedConstraint(error) === null ? error : notFound();
    });
  const row = admit(rows[0], actor, scopes);
  if (row.upload_name !== null) {
    const upload: UploadRow = {
      id,
      record_id: recordId,
      file_id: fileId,
      name: row.upload_name,
      size,
      description: description ?? null,
      mimetype: mimetype ?? null,
      checksum: null,
      ...shape,
      state: 'active',
      task_state: null,
      task_error: null,
      task_file_id: null,
      creator_id: actor.userId,
      created_at: row.upload_time,
      last_modified: row.upload_time,
      chunks: '[]',
    };
    return { upload };
  }
  if (!replaces && row.id) return { taken: row as FileRow };
  if (replaces && !row.id) throw notFound();
  return 'near the quota';
}

type Shape = Pick<UploadRow, 'upload_type' | 'chunk_size' | 'chunk_count'>;

/** How many bytes are sent in one request (flows 1.1). */
export function shapeOf(size: number, config: FileServices['config']): Shape {
  if (size <= config.directUploadLimit) return { upload_type: 'direct', chunk_size: size, chunk_count: 1 };
  return { upload_type: 'chunked', chunk_size: config.chunkSize, chunk_count: Math.ceil(size / config.chunkSize) };
}
