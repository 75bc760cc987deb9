import {
  addError,
  LIMITS,
  RecordCreate,
  RecordResource,
  RecordRevision,
  RecordUpdate,
  recordSearchQuery,
} from '@cairn/contract';
import { sql } from 'kysely';
import { purgeFiles } from '../files/index.ts';
import { licenseNamed } from '../instance/index.ts';
import { defineKind, writeRevisions } from '../kinds/index.ts';
import { flattenExtras, parseExtras, serializeExtras, writeExtrasIndex } from '../metadata/index.ts';
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

  async own(_db, input, errors) {
    const own: Partial<RecordColumns> = {};
    if (input.type !== undefined) own.type = input.type as string | null;
    if (input.license !== undefined) {
      own.license = input.license as string | null;
      if (own.license !== null && !licenseNamed(own.license)) {
        addError(errors, ['license'], 'There is no license of this name.');
      }
    }
    if (input.extras !== undefined) {
      const parsed = parseExtras(input.extras, { maxDepth: LIMITS.extrasDepth });
      if (parsed.errors) errors.extras = parsed.errors;
      else own.extras = serializeExtras(parsed.extras);
    }
    return own;
  },

  async afterWrite(tx, id, own, created) {
    if (own.extras === undefined || (created && own.extras === '[]')) return;
    await writeExtrasIndex(tx, id, flattenExtras(JSON.parse(own.extras)));
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
