import { RecordResource, RecordRevision, recordSearchQuery } from '@cairn/contract';
import { sql } from 'kysely';
import { purgeFiles } from '../files/index.ts';
import { defineKind, writeRevisions } from '../kinds/index.ts';
import { flattenExtras, type StoredExtras, writeExtrasIndex } from '../metadata/index.ts';
import { RecordCreate, RecordUpdate } from './body.ts';
import { presentRecord, type RecordColumns } from './present.ts';
import { recordRevision } from './revision.ts';
import { recordConditions } from './search.ts';

/** Records: metadata plus files (specification 2.1). */
export const record = defineKind<'record', RecordColumns, typeof recordSearchQuery>({
  kind: 'record',
  plural: 'records',
  table: 'record',
  tagged: true,
  answer: RecordResource,
  create: RecordCreate,
  update: RecordUpdate,
  columns: ['type', 'license', 'extras'],
  searchQuery: recordSearchQuery,
  conditions: recordConditions,
  present: presentRecord,
  revision: { data: recordRevision, schema: RecordRevision },
  purge: 'task',

  own(input) {
    const { type, license, extras } = input as { type?: string | null; license?: string | null; extras?: StoredExtras };
    return {
      ...(type === undefined ? {} : { type }),
      ...(license === undefined ? {} : { license }),
      ...(extras === undefined ? {} : { extras: extras.text }),
    };
  },

  async afterWrite(tx, id, { input, changed, created }) {
    const extras = input.extras as StoredExtras | undefined;
    if (!extras || changed.extras === undefined || (created && extras.list.length === 0)) return;
    await writeExtrasIndex(tx, id, flattenExtras(extras.list));
  },

  async beforePurge(tx, id) {
    const { rows } = await sql<{ id: number }>`
      with gone as (delete from record_link where from_id = ${id} or to_id = ${id} returning from_id, to_id)
      select distinct other as id from gone, unnest(array[from_id, to_id]) other where other <> ${id} order by other`.execute(
      tx,
    );
    const linked = rows.map((row) => row.id);
    if (linked.length > 0) {
      await sql`update resource set last_modified = clock_timestamp() where id = any(${linked}::int[]) and state = 'active'`.execute(
        tx,
      );
      await writeRevisions(tx, record, linked, null);
    }
    await purgeFiles(tx, id);
  },
});
