import type { SystemRole } from '@cairn/contract';
import { sql } from 'kysely';
import { type Db, transaction, violatedConstraint } from '../db/index.ts';
import { invalid } from '../kernel/index.ts';
import { hashPassword } from './passwords.ts';

export type NewUser = {
  username: string;
  password: string;
  displayname?: string | undefined;
  email?: string | null | undefined;
  /** A system administrator who may also do everything on all resources. */
  admin?: boolean;
};

/**
 * Creates an active user with a local identity. The fields must have passed the contract's checks.
 * @returns the user's id.
 * @throws ApiError 400 with `errors.username` if the name is taken.
 */
export async function createUser(db: Db, user: NewUser): Promise<number> {
  const passwordHash = await hashPassword(user.password);
  try {
    return await transaction(db, async (tx) => {
      const { rows } = await sql<{ id: number }>`
        with u as (
          insert into app_user (displayname, system_role, is_sysadmin)
          values (${user.displayname ?? user.username}, ${user.admin ? 'admin' : 'member'}, ${user.admin ?? false})
          returning id)
        insert into identity (user_id, type, username, email, password_hash)
        select id, 'local', ${user.username}, ${user.email ?? null}, ${passwordHash} from u
        returning user_id as id`.execute(tx);
      const id = (rows[0] as { id: number }).id;
      await sql`update app_user set identity_id = (select id from identity where user_id = ${id}) where id = ${id}`.execute(
        tx,
      );
      return id;
    });
  } catch (error) {
    if (violatedConstraint(error) === 'identity_type_username_key') {
      throw invalid({ username: ['This user name is already taken.'] });
    }
    throw error;
  }
}

export type UserSummary = {
  id: number;
  username: string;
  displayname: string;
  email: string | null;
  state: string;
  system_role: SystemRole;
  is_sysadmin: boolean;
  created_at: string;
};

/** All users, oldest first, for the administrator. */
export async function listUsers(db: Db): Promise<UserSummary[]> {
  const { rows } = await sql<UserSummary>`
    select u.id, i.username, u.displayname, i.email, u.state, u.system_role, u.is_sysadmin, u.created_at
    from app_user u join identity i on i.id = u.identity_id order by u.id`.execute(db);
  return rows;
}

/** Activates or deactivates a local user. @returns whether there is such a user. */
export async function setUserState(db: Db, username: string, state: 'active' | 'inactive'): Promise<boolean> {
  const { rows } = await sql`
    update app_user set state = ${state}, last_modified = clock_timestamp()
    where id = (select user_id from identity where type = 'local' and username = ${username}) returning id`.execute(db);
  return rows.length > 0;
}

/** Sets a local user's password and ends the user's browser sessions. @returns whether there is such a user. */
export async function resetPassword(db: Db, username: string, password: string): Promise<boolean> {
  const passwordHash = await hashPassword(password);
  return transaction(db, async (tx) => {
    const { rows } = await sql<{ user_id: number }>`
      update identity set password_hash = ${passwordHash}
      where type = 'local' and username = ${username} returning user_id`.execute(tx);
    if (!rows[0]) return false;
    await sql`delete from session where user_id = ${rows[0].user_id}`.execute(tx);
    return true;
  });
}

/** Id of the user with a local user name, or null. */
export async function findUser(db: Db, username: string): Promise<number | null> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from identity where type = 'local' and username = ${username}`.execute(db);
  return rows[0]?.user_id ?? null;
}

/** Whether a system administrator exists who can log in. */
export async function hasAdministrator(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from app_user where is_sysadmin and state = 'active' limit 1`.execute(db);
  return rows.length > 0;
}
