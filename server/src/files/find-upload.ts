import { sql } from 'kysely';
import type { Db } from '../db/index.ts';
import { notFound } from '../kernel/index.ts';
import { UPLOAD, type UploadRow } from './present.ts';
import { admit, type RecordAccess, type RecordTarget, recordAccess, requireRecord } from './record-access.ts';

/**
 * The caller's own upload to a record that the caller may change, in any state, in one query.
 * @throws ApiError as `admit`; 404 if there is no such upload of the caller.
 */
export async function findUpload(db: Db, target: RecordTarget, uploadId: string | null): Promise<UploadRow> {
  const { actor, scopes, recordId } = target;
  if (recordId === null) throw notFound();
  const { rows } = await sql<RecordAccess & (UploadRow | { [K in keyof UploadRow]: null })>`
    select ${recordAccess(actor, 'update')}, u.*
    from resource r
    left join lateral (
      select ${UPLOAD} from upload u
      where u.id = ${uploadId}::uuid and u.record_id = r.id and u.creator_id = ${actor.userId}) u on true
    where r.id = ${recordId} and r.kind = 'record'`.execute(db);
  const { record_state, record_allowed, ...upload } = admit(rows[0], actor, scopes);
  if (upload.id === null) throw notFound();
  return upload as UploadRow;
}

/** The caller's active and processing uploads to a record, oldest first. @throws ApiError as `admit`. */
export async function pendingUploads(db: Db, target: RecordTarget): Promise<UploadRow[]> {
  const recordId = await requireRecord(db, target, 'update');
  const { rows } = await sql<UploadRow>`
    select ${UPLOAD} from upload u
    where u.creator_id = ${target.actor.userId} and u.record_id = ${recordId} and u.state <> 'inactive'
    order by u.created_at, u.id`.execute(db);
  return rows;
}
