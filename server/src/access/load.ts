import type { Kind } from '@cairn/contract';
import { sql } from 'kysely';
import type { Tx } from '../db/index.ts';
import { forbidden, notFound } from '../kernel/index.ts';
import { type Actor, requireScopes } from './actor.ts';
import { can } from './can.ts';

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
  const { rows } = await sql<{
    identifier: string;
    creator_id: number;
    state: string;
    last_modified: string;
    allowed: boolean;
  }>`
    select r.identifier, r.creator_id, r.state, r.last_modified, ${can(actor, kind, action)} as allowed
    from resource r where r.id = ${id} and r.kind = ${kind}
    for update of r`.execute(tx);
  const row = rows[0];
  if (!row || row.state === 'purged') throw notFound();
  if (!row.allowed) throw forbidden();
  requireScopes(actor, scopes);
  if (row.state !== 'active') throw notFound();
  return admit(tx, actor, kind, id, row);
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
