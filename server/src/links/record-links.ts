import { sql } from 'kysely';
import type { Allowed } from '../access/index.ts';
import type { Tx } from '../db/index.ts';
import { conflict } from '../kernel/index.ts';
import { touch, writeRevisions } from '../kinds/index.ts';
import { record } from '../record/index.ts';

type Rec = Allowed<'record'>;

/** A stored link between two records. */
export type StoredLink = { id: number; from_id: number; to_id: number; name: string; term: string | null };

/** The outgoing link of a record, or undefined. */
export async function findLink(tx: Tx, from: number | null, id: number | null): Promise<StoredLink | undefined> {
  const { rows } = await sql<StoredLink>`
    select id, from_id, to_id, name, term from record_link where id = ${id} and from_id = ${from}`.execute(tx);
  return rows[0];
}

/**
 * Links a record to another; both get a revision and a new `last_modified`.
 * @returns the link's id.
 * @throws ApiError 409 for a link to itself or one that is there.
 */
export async function createLink(from: Rec, to: Rec, link: { name: string; term: string | null }): Promise<number> {
  refuseSelf(from.id, to.id);
  const { rows } = await sql<{ id: number }>`
    insert into record_link (from_id, to_id, name, term, creator_id)
    values (${from.id}, ${to.id}, ${link.name}, ${link.term}, ${from.actor.userId})
    on conflict (from_id, to_id, name) do nothing returning id`.execute(from.tx);
  if (!rows[0]) throw exists();
  await note(from, [from.id, to.id]);
  return rows[0].id;
}

/**
 * Changes a link, which its records and a new target show in a revision; unchanged values write nothing.
 * @param to the target from now on.
 * @throws ApiError 409 as `createLink`.
 */
export async function changeLink(
  from: Rec,
  to: Rec,
  link: StoredLink,
  changes: { name: string | undefined; term: string | null | undefined },
): Promise<void> {
  refuseSelf(from.id, to.id);
  const { name = link.name, term = link.term } = changes;
  if (name === link.name && term === link.term && to.id === link.to_id) return;
  const same = await sql`
    select 1 from record_link
    where from_id = ${from.id} and to_id = ${to.id} and name = ${name} and id <> ${link.id}`.execute(from.tx);
  if (same.rows.length > 0) throw exists();
  await sql`
    update record_link set name = ${name}, term = ${term}, to_id = ${to.id}, last_modified = clock_timestamp()
    where id = ${link.id}`.execute(from.tx);
  await note(from, [from.id, to.id, link.to_id]);
}

/** Removes a link; both records get a revision. */
export async function removeLink(from: Rec, link: StoredLink): Promise<void> {
  await sql`delete from record_link where id = ${link.id}`.execute(from.tx);
  await note(from, [from.id, link.to_id]);
}

async function note({ tx, actor }: Rec, ids: readonly number[]): Promise<void> {
  await touch(tx, ids);
  await writeRevisions(tx, record, ids, actor.userId);
}

function refuseSelf(from: number, to: number): void {
  if (from === to) throw conflict('A record cannot be linked with itself.');
}

const exists = () => conflict('The link already exists.');
