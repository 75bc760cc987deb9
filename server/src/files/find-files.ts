import type { fileListQuery, Parsed } from '@cairn/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../access/index.ts';
import { type Db, likeText } from '../db/index.ts';
import { notFound, offset } from '../kernel/index.ts';
import { FILE, type FileRow } from './present.ts';
import { admit, type RecordAccess, type RecordTarget, recordAccess } from './record-access.ts';
import type { StoredPart } from './store.ts';

/** What a download needs of a file besides its row. */
export type FileContent = { blob_id: string; completed_at: string; parts: StoredPart[] };

const CONTENT = sql`f.blob_id, b.completed_at, (
  select coalesce(jsonb_agg(jsonb_build_object('part', p.part, 'size', p.size) order by p.index), '[]')
  from blob_part p where p.blob_id = f.blob_id) as parts`;

type Maybe<T> = T | { [K in keyof T]: null };

type By = { readonly id: string | null } | { readonly name: string };

/** An active file of a record that the caller may read, or update. @throws ApiError as `admit`; 404 without such a file. */
export function findFile(db: Db, target: RecordTarget, by: By, action: 'read' | 'update' = 'read'): Promise<FileRow> {
  return findOne<FileRow>(db, target, by, action, FILE);
}

/** As `findFile`, with what is needed to read its content. */
export function findContent(db: Db, target: RecordTarget, by: By): Promise<FileRow & FileContent> {
  return findOne<FileRow & FileContent>(db, target, by, 'read', sql`${FILE}, ${CONTENT}`);
}

async function findOne<R extends FileRow>(
  db: Db,
  target: RecordTarget,
  by: By,
  action: 'read' | 'update',
  columns: RawBuilder<unknown>,
): Promise<R> {
  const { actor, scopes, recordId } = target;
  if (recordId === null) throw notFound();
  const { rows } = await sql<RecordAccess & R>`
    select ${recordAccess(actor, action)}, f.* from resource r
    left join lateral (
      select ${columns} from file f join blob b on b.id = f.blob_id
      where f.record_id = r.id and f.state = 'active'
      and ${'id' in by ? sql`f.id = ${by.id}::uuid` : sql`f.name = ${by.name}`}) f on true
    where r.id = ${recordId} and r.kind = 'record'`.execute(db);
  const { record_state, record_allowed, ...file } = admit(rows[0], actor, scopes);
  if (file.id === null) throw notFound();
  return file as unknown as R;
}

/** An active file by its id alone. @throws ApiError 404 without such a file or with its record in the trash, 403. */
export async function findFileAnywhere(db: Db, actor: Actor, id: string | null): Promise<FileRow> {
  const { rows } = await sql<RecordAccess & FileRow>`
    select ${recordAccess(actor, 'read')}, ${FILE}
    from file f join resource r on r.id = f.record_id
    where f.id = ${id}::uuid and f.state = 'active' and r.state = 'active'`.execute(db);
  const { record_state, record_allowed, ...file } = admit(rows[0], actor, []);
  return file;
}

/** One page of a record's files and the number of all that match, in one query. @throws ApiError as `admit`. */
export async function listFiles(
  db: Db,
  { actor, scopes, recordId }: RecordTarget,
  { page, per_page, filter, sort }: Parsed<typeof fileListQuery>,
): Promise<{ rows: FileRow[]; total: number }> {
  if (recordId === null) throw notFound();
  const skip = offset({ page, per_page });
  const matching = sql`f.record_id = record.id and f.state = 'active' ${
    filter === '' ? sql`` : sql`and f.name ilike ${`%${likeText(filter)}%`}`
  }`;
  const order = orderOf(sort);
  // The right and the number are found once, not once for each row of the page.
  const { rows } = await sql<RecordAccess & Maybe<FileRow> & { total: number }>`
    with record as materialized (
      select r.id, ${recordAccess(actor, 'read')} from resource r where r.id = ${recordId} and r.kind = 'record'),
    total as materialized (select count(*)::int as total from record join file f on ${matching})
    select record.record_state, record.record_allowed, total.total, f.*
    from record cross join total left join lateral (
      select ${FILE} from file f where ${matching}
      order by ${order} limit ${skip === null ? 0 : per_page} offset ${skip ?? 0}) f on true
    order by ${order}`.execute(db);
  const { total } = admit(rows[0], actor, scopes);
  return { rows: rows.flatMap((row) => (row.id === null ? [] : row)), total };
}

// Ties by id, so that pages never overlap.
function orderOf(sort: string): RawBuilder<unknown> {
  const column = sql.ref(`f.${sort.replace(/^-/, '')}`);
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`;
  return sql`${column} ${direction}, f.id ${direction}`;
}

/** The identifier of a record and all its files, by name, with what is needed to read them. @throws ApiError as `admit`. */
export async function allFiles(
  db: Db,
  { actor, scopes, recordId }: RecordTarget,
): Promise<{ identifier: string; files: (FileRow & FileContent)[] }> {
  if (recordId === null) throw notFound();
  const { rows } = await sql<RecordAccess & { identifier: string } & Maybe<FileRow & FileContent>>`
    with record as materialized (
      select r.id, r.identifier, ${recordAccess(actor, 'read')} from resource r
      where r.id = ${recordId} and r.kind = 'record')
    select record.record_state, record.record_allowed, record.identifier, f.*
    from record left join lateral (
      select ${FILE}, ${CONTENT} from file f join blob b on b.id = f.blob_id
      where f.record_id = record.id and f.state = 'active') f on true
    order by f.name`.execute(db);
  const { identifier } = admit(rows[0], actor, scopes);
  return { identifier, files: rows.flatMap((row) => (row.id === null ? [] : row)) };
}
