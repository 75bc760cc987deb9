import { strip } from '@cairn/contract';
import { sql } from 'kysely';
import { type Db, transaction } from '../db/index.ts';
import { checkPassword } from './passwords.ts';
import { hashSecret, randomSecret } from './secrets.ts';

export type NewSession = { secret: string; csrfToken: string; userId: number };

/**
 * Logs a local user in and starts a session.
 * @returns null if user name and password don't fit, `inactive` if the account may not be used.
 */
export async function logIn(
  db: Db,
  credentials: { username: string; password: string },
  options: { userAgent: string; days: number },
): Promise<NewSession | null | 'inactive'> {
  const { rows } = await sql<{ id: number; user_id: number; password_hash: string | null; state: string }>`
    select i.id, i.user_id, i.password_hash, u.state from identity i join app_user u on u.id = i.user_id
    where i.type = 'local' and i.username = ${strip(credentials.username).toLowerCase()}`.execute(db);
  const row = rows[0];
  if (!(await checkPassword(row?.password_hash ?? null, credentials.password)) || !row) return null;
  if (row.state !== 'active') return 'inactive';
  return startSession(db, { userId: row.user_id, identityId: row.id, ...options });
}

/** Starts a session for a user who has proven who they are. Only a hash of its secret is stored. */
export async function startSession(
  db: Db,
  session: { userId: number; identityId: number; userAgent: string; days: number },
): Promise<NewSession> {
  const secret = randomSecret(32);
  const csrfToken = randomSecret(24);
  const { userId, identityId, userAgent, days } = session;
  await transaction(db, async (tx) => {
    await sql`
      insert into session (hash, user_id, identity_id, csrf_token, user_agent, expires_at)
      values (${hashSecret(secret)}, ${userId}, ${identityId}, ${csrfToken}, ${userAgent.slice(0, 300)},
        now() + make_interval(days => ${days}::int))`.execute(tx);
    await sql`update identity set last_login = clock_timestamp() where id = ${identityId}`.execute(tx);
    await sql`update app_user set identity_id = ${identityId} where id = ${userId} and identity_id is distinct from ${identityId}`.execute(
      tx,
    );
  });
  return { secret, csrfToken, userId };
}

/** Ends a session. */
export async function endSession(db: Db, secret: string): Promise<void> {
  await sql`delete from session where hash = ${hashSecret(secret)}`.execute(db);
}
