import type { PersonalToken } from '@cairn/contract';
import { sql } from 'kysely';
import type { Db } from '../db/index.ts';
import { hashSecret, randomSecret } from './secrets.ts';

const PREFIX = 'pat_';

type TokenRow = PersonalToken;

const COLUMNS = sql`id, name, scopes, created_at, expires_at, last_used, coalesce(expires_at <= now(), false) as is_expired`;

/**
 * Creates a personal token. Only its hash is stored: the returned text is the one time it can be seen.
 * @param options.expiresAt ISO 8601 with offset, or null for never.
 */
export async function createToken(
  db: Db,
  userId: number,
  options: { name: string; scopes: readonly string[]; expiresAt: string | null },
): Promise<TokenRow & { token: string }> {
  const secret = randomSecret();
  const scopes = [...new Set(options.scopes)].sort();
  const { rows } = await sql<TokenRow>`
    insert into personal_token (user_id, name, hash, scopes, expires_at)
    values (${userId}, ${options.name}, ${hashSecret(secret)}, ${scopes}, ${options.expiresAt})
    returning ${COLUMNS}`.execute(db);
  return { ...(rows[0] as TokenRow), token: PREFIX + secret };
}

/** The personal tokens of a user, newest first. */
export async function listTokens(db: Db, userId: number): Promise<TokenRow[]> {
  const { rows } = await sql<TokenRow>`
    select ${COLUMNS} from personal_token where user_id = ${userId} order by created_at desc, id desc`.execute(db);
  return rows;
}

/** Removes a token of a user; it stops working at once. @returns whether there was one. */
export async function revokeToken(db: Db, userId: number, tokenId: number): Promise<boolean> {
  const { rows } = await sql`
    delete from personal_token where id = ${tokenId} and user_id = ${userId} returning id`.execute(db);
  return rows.length > 0;
}

/** The secret part of a personal token: older clients leave the prefix out (resources 8). */
export function tokenSecret(token: string): string {
  return token.startsWith(PREFIX) ? token.slice(PREFIX.length) : token;
}
