import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../access/index.ts';
import { hasScope } from '../access/index.ts';
import type { Db } from '../db/index.ts';
import type { LinkBase } from '../http/index.ts';
import { type JsonText, notFound, offset, type Page, writeJson, writeObject } from '../kernel/index.ts';
import { creators } from './represent.ts';
import type { Services } from './services.ts';

/** Where revisions of a sort of object are stored: a table with id, user_id, timestamp, data and the object's key. */
export type RevisionSource = {
  /** `revision`, `file_revision`. */
  table: string;
  /** Column with the key of the revisioned object. */
  object: string;
  /** Restriction to the revisions of one resource, over alias `v`. */
  where: RawBuilder<boolean>;
  /** Path of the list below the API's root: `/records/7/revisions`. */
  path: string;
};

type Row = {
  id: number;
  user_id: number | null;
  timestamp: string;
  object_id: number | string;
  data: Record<string, unknown>;
  parent_id: number | null;
  child_id: number | null;
  other: Record<string, unknown> | null;
};

/** One page of revisions, newest first, and their number. */
export async function listRevisions(
  services: Pick<Services, 'db' | 'users'>,
  actor: Actor,
  links: LinkBase,
  source: RevisionSource,
  page: Page,
): Promise<{ items: JsonText[]; total: number }> {
  const total = await sql<{ total: number }>`
    select count(*)::int as total from ${sql.table(source.table)} v where ${source.where}`.execute(services.db);
  const skip = offset(page);
  const rows =
    skip === null
      ? []
      : await select(services.db, source, sql`order by v.id desc limit ${page.per_page} offset ${skip}`, null);
  return { items: await present(services, actor, links, source, rows), total: total.rows[0]?.total ?? 0 };
}

/**
 * One revision; `compareWith` is the id of another revision of the same object to compare with instead of the one
 * before (resources 6.3).
 * @throws ApiError 404 if the id does not belong to the resource.
 */
export async function readRevision(
  services: Pick<Services, 'db' | 'users'>,
  actor: Actor,
  links: LinkBase,
  source: RevisionSource,
  id: number | null,
  compareWith: number | null,
): Promise<JsonText> {
  if (id === null) throw notFound();
  const rows = await select(services.db, source, sql`and v.id = ${id}`, compareWith);
  const [item] = await present(services, actor, links, source, rows);
  if (!item) throw notFound();
  return item;
}

async function select(
  db: Db,
  source: RevisionSource,
  rest: RawBuilder<unknown>,
  compareWith: number | null,
): Promise<Row[]> {
  const table = sql.table(source.table);
  const object = sql.ref(source.object);
  const { rows } = await sql<Row>`
    select v.id, v.user_id, v.timestamp, v.${object} as object_id, v.data, p.id as parent_id, c.id as child_id,
      coalesce(o.data, p.data) as other
    from ${table} v
    left join lateral (select id, data from ${table} w where w.${object} = v.${object} and w.id < v.id order by id desc limit 1) p on true
    left join lateral (select id from ${table} w where w.${object} = v.${object} and w.id > v.id order by id limit 1) c on true
    left join ${table} o on o.id = ${compareWith}::int and o.${object} = v.${object}
    where ${source.where} ${rest}`.execute(db);
  return rows;
}

async function present(
  services: Pick<Services, 'db' | 'users'>,
  actor: Actor,
  links: LinkBase,
  source: RevisionSource,
  rows: Row[],
): Promise<JsonText[]> {
  const users = await creators(
    services,
    actor,
    links,
    rows.flatMap((row) => row.user_id ?? []),
  );
  const root = links.api + source.path;
  return rows.map((row) => {
    const user = row.user_id === null ? writeJson(null) : users.get(row.user_id);
    return writeObject(
      {
        id: row.id,
        timestamp: row.timestamp,
        object_id: row.object_id,
        data: row.data,
        diff: difference(row.data, row.other),
      },
      {
        user: hasScope(actor, 'user.read') ? user : undefined,
        _links: writeJson({
          self: `${root}/${row.id}`,
          ...(row.parent_id === null ? {} : { parent: `${root}/${row.parent_id}` }),
          ...(row.child_id === null ? {} : { child: `${root}/${row.child_id}` }),
        }),
      },
    );
  });
}

/** The changed fields with their older values; compared with nothing, every field that has a value (resources 6.2). */
export function difference(
  data: Record<string, unknown>,
  older: Record<string, unknown> | null,
): Record<string, unknown> {
  const diff: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(data)) {
    const before = older?.[key] ?? null;
    if (JSON.stringify(value ?? null) !== JSON.stringify(before)) diff[key] = before;
  }
  return diff;
}
