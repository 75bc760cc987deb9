import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, transaction } from '../db/index.ts';
import { forbidden } from '../kernel/index.ts';
import { hashSecret, randomSecret } from './secrets.ts';
import { createUser, hasAdministrator, type NewUser } from './users.ts';

const NAME = 'setup_token';

/**
 * A new one-time token with which the first administrator is created in the browser; earlier ones stop working.
 * @returns null once an administrator exists.
 */
export async function setupToken(db: Db): Promise<string | null> {
  if (await hasAdministrator(db)) return null;
  const token = randomSecret();
  const value = JSON.stringify(hashSecret(token).toString('hex'));
  await sql`insert into setting (name, value) values (${NAME}, ${value}::jsonb)
    on conflict (name) do update set value = excluded.value`.execute(db);
  return token;
}

/**
 * Creates the first administrator; the token is used up.
 * @throws ApiError 403 if the token is wrong or used, 400 with `errors.username` if the name is taken.
 */
export async function setUpAdministrator(db: Db, token: string, user: NewUser): Promise<number> {
  return transaction(db, async (tx) => {
    const { rows } = await sql<{ value: string }>`select value from setting where name = ${NAME} for update`.execute(
      tx,
    );
    const stored = Buffer.from(rows[0]?.value ?? '', 'hex');
    const given = hashSecret(token);
    if (stored.length !== given.length || !timingSafeEqual(stored, given) || (await hasAdministrator(tx))) {
      throw forbidden('This link is not valid any more. Restart Cairn to get a new one.');
    }
    await sql`delete from setting where name = ${NAME}`.execute(tx);
    return createUser(tx, { ...user, admin: true });
  });
}
