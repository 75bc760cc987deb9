import { type RawBuilder, sql } from 'kysely';
import { type Actor, can, requireAllowed } from '../access/index.ts';
import type { Db } from '../db/index.ts';
import { notFound } from '../kernel/index.ts';

/** What a query tells about the record whose files are asked for, in columns of their own. */
export type RecordAccess = { record_state: string; record_allowed: boolean };

/** The columns of `RecordAccess`, over table `resource` as `r`. */
export function recordAccess(actor: Actor, action: 'read' | 'update'): RawBuilder<unknown> {
  return sql`r.state as record_state, ${can(actor, 'record', action)} as record_allowed`;
}

/**
 * Lets pass who may do what was asked about.
 * @throws ApiError 404, 403, 401, 404 in the order of resources 5.5.
 */
export function admit<R extends RecordAccess>(row: R | undefined, actor: Actor, scopes: readonly string[]): R {
  requireAllowed(row && { state: row.record_state, allowed: row.record_allowed }, actor, scopes);
  return row as R;
}

/** A record in a path, and who wants to do what with it. */
export type RecordTarget = {
  readonly actor: Actor;
  readonly scopes: readonly string[];
  /** Null where the path can't be an id. */
  readonly recordId: number | null;
};

/** Makes sure that the caller may do something with a record. @throws ApiError as `admit`. */
export async function requireRecord(db: Db, target: RecordTarget, action: 'read' | 'update'): Promise<number> {
  const { actor, scopes, recordId } = target;
  if (recordId === null) throw notFound();
  const { rows } = await sql<RecordAccess>`
    select ${recordAccess(actor, action)} from resource r where r.id = ${recordId} and r.kind = 'record'`.execute(db);
  admit(rows[0], actor, scopes);
  return recordId;
}
