import { sql } from 'kysely';
import type { Tx } from '../db/index.ts';

/** The revisioned state of a file as jsonb, over table `file` as `f` (resources 1.11). */
export const FILE_STATE = sql`jsonb_build_object('name', f.name, 'description', f.description, 'size', f.size,
  'mimetype', f.mimetype, 'checksum', f.checksum, 'state', f.state)`;

/** Stores the state of a file as a new revision, unless it is that of the newest one (resources 6.1). */
export async function reviseFile(tx: Tx, fileId: string, userId: number): Promise<void> {
  await sql`
    insert into file_revision (file_id, record_id, user_id, blob_id, data)
    select f.id, f.record_id, ${userId}, f.blob_id, ${FILE_STATE} from file f
    where f.id = ${fileId} and ${FILE_STATE} is distinct from (
      select v.data from file_revision v where v.file_id = f.id order by v.id desc limit 1)`.execute(tx);
}
