import type { Kind } from '@cairn/contract';
import { sql } from 'kysely';
import type { Tx } from '../db/index.ts';
import { type ApiError, forbidden, notFound } from '../kernel/index.ts';
import type { Actor } from './actor.ts';
import { can } from './can.ts';
import { requireAllowed } from './decide.ts';

declare const allowed: unique symbol;

/** A row of `resource` on which the actor may do an action; made only by `load`, tied to its transaction. */
export type Allowed<K extends Kind = Kind> = {
  readonly [allowed]: true;
  readonly id: number;
  readonly kind: K;
  readonly identifier: string;
  readonly creatorId: number;
  readonly lastModified: string;
  readonly actor: Actor;
  readonly tx: Tx;
};

type Wanted<K extends Kind> = {
  kind: K;
  id: number | null;
  action: string;
  /** Scopes of the operation; compared after the right, as clients expect (resources 5.5). */
  scopes: readonly string[];
};

/**
 * The only way to a row that is to be changed: selects it by key, locked, with the right as a column.
 * @throws ApiError 404 if there is no such row or it is in the trash, 403 without the right, 401 without the scopes.
 */
export async function load<K extends Kind>(tx: Tx, actor: Actor, wanted: Wanted<K>): Promise<Allowed<K>> {
  const { kind, id, action, scopes } = wanted;
  if (id === null) throw notFound();
  const row = await select(tx, actor, kind, id, action);
  requireAllowed(row, actor, scopes);
  return admit(tx, actor, kind, id, row as Row);
}

/**
 * A row that a body names, or that is reached through one that `load` admitted; locked as by `load`.
 * @param missing makes the error for a row that isn't there or is in the trash.
 * @param trashed whether a row in the trash will do.
 * @throws ApiError `missing`, 403 without the right.
 */
export async function loadNamed<K extends Kind>(
  tx: Tx,
  actor: Actor,
  { kind, id, action, trashed = false }: { kind: K; id: number; action: string; trashed?: boolean },
  missing: () => ApiError,
): Promise<Allowed<K>> {
  const row = await select(tx, actor, kind, id, action);
  if (!row || (row.state !== 'active' && !trashed)) throw missing();
  if (!row.allowed) throw forbidden();
  return admit(tx, actor, kind, id, row);
}

/**
 * Locks rows that are changed together, always in the same order, so that two who change the same ones wait instead of
 * getting in each other's way. It decides nothing: each row still needs its `load`. Ids of no row are ignored.
 */
export async function lockTogether(tx: Tx, ids: readonly (number | null | undefined)[]): Promise<void> {
  const known = ids.filter((id) => id !== null && id !== undefined);
  await sql`select 1 from resource where id = any(${known}::int[]) order by id for update`.execute(tx);
}

type Row = { identifier: string; creator_id: number; state: string; last_modified: string; allowed: boolean };

async function select(tx: Tx, actor: Actor, kind: Kind, id: number, action: string): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select r.identifier, r.creator_id, r.state, r.last_modified, ${can(actor, kind, action)} as allowed
    from resource r where r.id = ${id} and r.kind = ${kind}
    for update of r`.execute(tx);
  return rows[0];
}

/**
 * A row in the trash for its creator: only restore and purge look there (specification 3).
 * @throws ApiError 404 for everyone else and for rows that are not in the trash.
 */
export async function loadTrashed<K extends Kind>(
  tx: Tx,
  actor: Actor,
  kind: K,
  id: number | null,
): Promise<Allowed<K>> {
  if (id === null) throw notFound();
  const { rows } = await sql<{ identifier: string; creator_id: number; last_modified: string }>`
    select identifier, creator_id, last_modified from resource
    where id = ${id} and kind = ${kind} and state = 'deleted' and creator_id = ${actor.userId}
    for update`.execute(tx);
  const row = rows[0];
  if (!row) throw notFound();
  return admit(tx, actor, kind, id, row);
}

function admit<K extends Kind>(
  tx: Tx,
  actor: Actor,
  kind: K,
  id: number,
  row: { identifier: string; creator_id: number; last_modified: string },
): Allowed<K> {
  const { identifier, creator_id: creatorId, last_modified: lastModified } = row;
  return { id, kind, identifier, creatorId, lastModified, actor, tx } as Allowed<K>;
}
