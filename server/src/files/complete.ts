import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/index.ts';
import type { MediaTypes } from './media-types.ts';
import { FILE, type FileRow, type UploadRow } from './present.ts';
import { FILE_STATE } from './revise.ts';
import type { TaskServices } from './services.ts';

/** What is known once all data of an upload is on disk. */
export type Completed = {
  readonly upload: Pick<UploadRow, 'id' | 'record_id' | 'file_id'>;
  /** The state in which the upload must still be; if it is not, nothing happens. */
  readonly from: 'active' | 'processing';
  readonly checksum: string;
  readonly types: MediaTypes;
  /** The only part of a direct upload, whose row is written here; the parts of a chunked one have theirs. */
  readonly part?: { readonly part: string; readonly size: number };
  /** For a task: what its failure says if name or file are gone. */
  readonly conflictText?: string;
};

/** The file; `conflict` if its name is taken or the file to replace is gone; or `gone` if upload or record are. */
export type Outcome = FileRow | 'conflict' | 'gone';

/**
 * Makes the content of an upload a file, or the new content of one, with its revision and the record's new
 * `last_modified`: one statement, so a file is never half there. The upload ends in any case but `gone`.
 * Locks are taken in the order record, upload, file, as everywhere.
 */
export async function completeUpload(
  db: Db,
  { config }: Pick<TaskServices, 'config'>,
  completed: Completed,
): Promise<Outcome> {
  const { upload, from, checksum, types, part, conflictText } = completed;
  const replaces = upload.file_id !== null;
  const { rows } = await sql<Partial<FileRow> & { upload_id: string | null }>`
    with record as (
      update resource set last_modified = clock_timestamp()
      where id = ${upload.record_id} and state = 'active'
      and exists (select from upload where id = ${upload.id} and state = ${from}) returning id),
    ended as (
      select u.* from record join upload u on u.id = ${upload.id} and u.state = ${from} for update of u),
    part as (
      insert into blob_part (blob_id, index, part, size, checksum)
      select id, 0, ${part?.part ?? ''}::text, ${part?.size ?? 0}::bigint, ${checksum}::text from ended
      where ${part !== undefined}),
    ${
      replaces
        ? sql`
    old as (
      select f.id, f.blob_id from ended join file f on f.id = ended.file_id and f.state = 'active' for update of f),
    f as (
      update file set size = ended.size, checksum = ${checksum}, blob_id = ended.id, mimetype = ${types.mimetype},
        magic_mimetype = ${types.magic_mimetype}, description = coalesce(ended.description, file.description),
        last_modified = clock_timestamp()
      from ended, old where file.id = old.id returning file.*),
    retired as (
      update blob set remove_at = now() + make_interval(hours => ${config.oldFileHours}::int)
      from old where blob.id = old.blob_id),`
        : sql`
    f as (
      insert into file (id, record_id, name, description, mimetype, magic_mimetype, size, checksum, blob_id, creator_id)
      select ${randomUUID()}::uuid, record_id, name, coalesce(description, ''), ${types.mimetype}::text,
        ${types.magic_mimetype}::text, size, ${checksum}::text, id, creator_id
      from ended
      on conflict (record_id, name) where state = 'active' do nothing returning *),`
    }
    content as (
      update blob set completed_at = now(), remove_at = case when not exists (select from f) then now() end
      from ended where blob.id = ended.id),
    revised as (
      insert into file_revision (file_id, record_id, user_id, blob_id, data)
      select f.id, f.record_id, ended.creator_id, f.blob_id, ${FILE_STATE} from f, ended
      where ${FILE_STATE} is distinct from (
        select v.data from file_revision v where v.file_id = f.id order by v.id desc limit 1)),
    done as (
      update upload set state = 'inactive', last_modified = clock_timestamp(), checksum = ${checksum},
        task_state = case when upload.task_state is null then null when exists (select from f) then 'success' else 'failure' end,
        task_error = case when not exists (select from f) then ${conflictText ?? null}::text end,
        task_file_id = (select id from f)
      from ended where upload.id = ended.id)
    select ended.id as upload_id, g.* from (values (1)) one left join ended on true
    left join (select ${FILE} from f) g on true`.execute(db);
  const row = rows[0];
  if (!row?.upload_id) return 'gone';
  return row.id ? (row as FileRow) : 'conflict';
}
