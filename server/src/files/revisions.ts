import { type RawBuilder, sql } from 'kysely';
import { hasScope } from '../access/index.ts';
import type { Db } from '../db/index.ts';
import { type JsonText, notFound, offset, type Page, writeJson, writeObject } from '../kernel/index.ts';
import { type Reader, usersFor } from './present.ts';
import type { FileServices } from './services.ts';

type State = Record<string, unknown>;
type Row = {
  id: number;
  file_id: string;
  user_id: number | null;
  timestamp: string;
  data: State;
  older_id: number | null;
  newer_id: number | null;
  compared: State | null;
};

/** One page of the revisions of all files of a record, newest first, and their number. */
export async function listFileRevisions(
  services: FileServices,
  reader: Reader,
  recordId: number,
  page: Page,
): Promise<{ items: JsonText[]; total: number }> {
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from file_revision where record_id = ${recordId}`.execute(services.db);
  const skip = offset(page);
  const rows =
    skip === null
      ? []
      : await select(services.db, recordId, null, sql`order by v.id desc limit ${page.per_page} offset ${skip}`);
  return { items: await present(services, reader, recordId, rows), total: counted.rows[0]?.total ?? 0 };
}

/**
 * One revision of a file of a record, compared with the one before, or with the revision `compareWith` of the same file
 * (resources 6.3).
 * @throws ApiError 404 if the record has no such file revision.
 */
export async function readFileRevision(
  services: FileServices,
  reader: Reader,
  recordId: number,
  id: number | null,
  compareWith: number | null,
): Promise<JsonText> {
  const rows = await select(services.db, recordId, compareWith, sql`and v.id = ${id}`);
  const [revision] = await present(services, reader, recordId, rows);
  if (!revision) throw notFound();
  return revision;
}

async function select(db: Db, recordId: number, compareWith: number | null, rest: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select v.id, v.file_id, v.user_id, v.timestamp, v.data, older.id as older_id, newer.id as newer_id,
      coalesce(other.data, older.data) as compared
    from file_revision v
    left join lateral (
      select id, data from file_revision w where w.file_id = v.file_id and w.id < v.id order by w.id desc limit 1) older on true
    left join lateral (
      select id from file_revision w where w.file_id = v.file_id and w.id > v.id order by w.id limit 1) newer on true
    left join file_revision other on other.id = ${compareWith}::int and other.file_id = v.file_id
    where v.record_id = ${recordId} ${rest}`.execute(db);
  return rows;
}

async function present(
  services: FileServices,
  reader: Reader,
  recordId: number,
  rows: readonly Row[],
): Promise<JsonText[]> {
  const users = await usersFor(
    services,
    reader,
    rows.flatMap((row) => row.user_id ?? []),
  );
  const list = `${reader.links.api}/records/${recordId}/files/revisions`;
  const showsUsers = hasScope(reader.actor, 'user.read');
  return rows.map(({ id, file_id, user_id, timestamp, data, older_id, newer_id, compared }) =>
    writeObject(
      { id, timestamp, object_id: file_id, data, diff: changes(data, compared) },
      {
        user: showsUsers ? ((user_id === null ? undefined : users.get(user_id)) ?? writeJson(null)) : undefined,
        _links: writeJson({
          self: `${list}/${id}`,
          ...(older_id === null ? {} : { parent: `${list}/${older_id}` }),
          ...(newer_id === null ? {} : { child: `${list}/${newer_id}` }),
        }),
      },
    ),
  );
}

/** The fields that differ, with their older values; compared with nothing, all that have a value (resources 6.2). */
function changes(data: State, older: State | null): State {
  const fields = Object.keys(data).filter((name) => (data[name] ?? null) !== (older?.[name] ?? null));
  return Object.fromEntries(fields.map((name) => [name, older?.[name] ?? null]));
}
