import { sql } from 'kysely';
import { load } from '../access/index.ts';
import { type Tx, transaction, violatedConstraint } from '../db/index.ts';
import { conflict, notFound } from '../kernel/index.ts';
import { FILE, type FileRow } from './present.ts';
import type { RecordTarget } from './record-access.ts';
import { reviseFile } from './revise.ts';
import type { FileServices } from './services.ts';

export type FileChanges = { readonly [K in 'name' | 'description' | 'mimetype']?: string | undefined };

/**
 * Changes what is known of a file besides its content. Values that are already so write nothing.
 * @param changes read after the right is known, so that a bad body does not tell a stranger anything.
 * @throws ApiError as `load`; 404 without such a file; 409 if the name is taken (decision 1).
 */
export async function updateFile(
  { db }: FileServices,
  target: RecordTarget,
  fileId: string | null,
  changes: () => FileChanges,
): Promise<FileRow> {
  try {
    return await transaction(db, async (tx) => {
      const { file, recordId } = await loadFile(tx, target, fileId);
      const { name = file.name, description = file.description, mimetype = file.mimetype } = changes();
      if (name === file.name && description === file.description && mimetype === file.mimetype) return file;
      const { rows } = await sql<FileRow>`
        update file f set name = ${name}, description = ${description}, mimetype = ${mimetype}, last_modified = clock_timestamp()
        where f.id = ${file.id} returning ${FILE}`.execute(tx);
      await reviseFile(tx, file.id, target.actor.userId);
      await touchRecord(tx, recordId);
      return rows[0] as FileRow;
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'file_name') throw error;
    throw conflict('A file with this name already exists.', { errors: { name: ['This name is already in use.'] } });
  }
}

/**
 * Deletes a file. Its content is kept for a while behind its last revision; uploads that would replace it end.
 * @throws ApiError as `load`; 404 without such a file.
 */
export async function deleteFile(
  { db, config }: FileServices,
  target: RecordTarget,
  fileId: string | null,
): Promise<void> {
  await transaction(db, async (tx) => {
    const { file, recordId } = await loadFile(tx, target, fileId);
    await sql`
      with ended as (
        update upload set state = 'inactive', last_modified = clock_timestamp()
        where file_id = ${file.id} and state = 'active' returning id),
      abandoned as (
        update blob set remove_at = now() from ended where blob.id = ended.id),
      gone as (
        update file set state = 'inactive', last_modified = clock_timestamp() where id = ${file.id} returning blob_id)
      update blob set remove_at = now() + make_interval(hours => ${config.oldFileHours}::int)
      from gone where blob.id = gone.blob_id`.execute(tx);
    await reviseFile(tx, file.id, target.actor.userId);
    await touchRecord(tx, recordId);
  });
}

// The record is locked first, as in every change of files, so that no two changes can wait for each other.
async function loadFile(tx: Tx, { actor, scopes, recordId }: RecordTarget, fileId: string | null) {
  const record = await load(tx, actor, { kind: 'record', id: recordId, action: 'update', scopes });
  const { rows } = await sql<FileRow>`
    select ${FILE} from file f where f.id = ${fileId}::uuid and f.record_id = ${record.id} and f.state = 'active'
    for update`.execute(tx);
  const [file] = rows;
  if (!file) throw notFound();
  return { file, recordId: record.id };
}

async function touchRecord(tx: Tx, id: number): Promise<void> {
  await sql`update resource set last_modified = clock_timestamp() where id = ${id}`.execute(tx);
}
