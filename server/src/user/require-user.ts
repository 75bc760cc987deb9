import { sql } from 'kysely';
import type { Db } from '../db/index.ts';
import { notFound } from '../kernel/index.ts';

/**
 * Makes sure that there is a user, for lists below it; inactive users have theirs.
 * @throws ApiError 404.
 */
export async function requireUser(db: Db, id: number | null): Promise<number> {
  if (id === null) throw notFound();
  const { rows } = await sql`select 1 from app_user where id = ${id} and state <> 'deleted'`.execute(db);
  if (rows.length === 0) throw notFound();
  return id;
}
