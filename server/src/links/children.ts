import { sql } from 'kysely';
import type { Allowed } from '../access/index.ts';
import type { Tx } from '../db/index.ts';
import { conflict, notFound } from '../kernel/index.ts';
import { touch } from '../kinds/index.ts';

type Collection = Allowed<'collection'>;

// A number of our own for an advisory lock; migrations and tests use its neighbours.
const TREES = 7_214_503;

/**
 * Lets only one transaction at a time grow trees of collections. Two additions that each look right can close a cycle
 * together, and no lock on the rows of either sees the other. To be taken before any row is locked.
 */
export async function lockTrees(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${TREES})`.execute(tx);
}

/**
 * Makes a collection the child of another; under `lockTrees`.
 * @throws ApiError 409 for itself, a child that has a parent, or one that is above the parent at any distance. One text
 * for all, because the others may be collections that the caller can't see.
 */
export async function addChild(parent: Collection, child: Collection): Promise<void> {
  const { tx } = parent;
  const { rows } = await sql<{ fits: boolean }>`
    with recursive above as (
      select ${parent.id}::int as id
      union
      select c.parent_id from above a join collection c on c.id = a.id where c.parent_id is not null)
    select parent_id is null and not exists (select 1 from above where above.id = collection.id) as fits
    from collection where id = ${child.id}`.execute(tx);
  if (!rows[0]?.fits) throw conflict('The collections cannot be linked.');
  await sql`update collection set parent_id = ${parent.id} where id = ${child.id}`.execute(tx);
  await touch(tx, [parent, child]);
}

/**
 * Takes a collection from its parent.
 * @throws ApiError 404 if it is not a child of this one.
 */
export async function removeChild(parent: Collection, child: Collection): Promise<void> {
  const { tx } = parent;
  const { rows } = await sql`
    update collection set parent_id = null where id = ${child.id} and parent_id = ${parent.id} returning id`.execute(
    tx,
  );
  if (rows.length === 0) throw notFound('The collection is not a child of this one.');
  await touch(tx, [parent, child]);
}
