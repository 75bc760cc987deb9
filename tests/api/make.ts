import type { RecordResource, SystemRole } from '@cairn/contract';
import { sql } from 'kysely';
import { createToken, createUser, startSession } from '../../server/src/identity/index.ts';
import { type Client, client } from './client.ts';
import type { TestService } from './start.ts';

let count = 0;

/** A name that nothing else of this test file has. */
export function unique(word = 'x'): string {
  return `${word}-${++count}`;
}

export type Person = {
  readonly id: number;
  readonly username: string;
  readonly password: string;
  /** Calls with a token of full access. */
  readonly api: Client;
  /** Calls with a new token limited to these scopes. */
  limited(...scopes: string[]): Promise<Client>;
  /** A new token's text. */
  token(options?: { scopes?: string[]; expiresAt?: string | null }): Promise<string>;
  /** Calls from a logged-in browser, with or without the CSRF token. */
  browser(options?: { csrf?: boolean }): Promise<Client>;
};

type Wanted = {
  username?: string;
  displayname?: string;
  email?: string;
  admin?: boolean;
  systemRole?: SystemRole;
  state?: 'active' | 'inactive';
};

/** A user with a password and a token. */
export async function person(service: TestService, wanted: Wanted = {}): Promise<Person> {
  const { db, url } = service;
  const username = wanted.username ?? unique('user');
  const password = `password of ${username}`;
  const { displayname, email, admin = false, systemRole, state = 'active' } = wanted;
  const id = await createUser(db, { username, password, displayname, email, admin });
  if (systemRole) await sql`update app_user set system_role = ${systemRole} where id = ${id}`.execute(db);
  const token: Person['token'] = async ({ scopes = [], expiresAt = null } = {}) =>
    (await createToken(db, id, { name: 'test', scopes, expiresAt })).token;
  const bearer = (text: string) => client(url, { authorization: `Bearer ${text}` });
  const api = bearer(await token());
  if (state !== 'active') await sql`update app_user set state = ${state} where id = ${id}`.execute(db);
  return {
    id,
    username,
    password,
    api,
    token,
    limited: async (...scopes) => bearer(await token({ scopes })),
    async browser({ csrf = true } = {}) {
      const { rows } = await sql<{ id: number }>`select id from identity where user_id = ${id}`.execute(db);
      const session = { userId: id, identityId: rows[0]?.id ?? 0, userAgent: 'test', days: 1 };
      const { secret, csrfToken } = await startSession(db, session);
      return client(url, { cookie: `cairn_session=${secret}`, ...(csrf ? { 'x-csrf-token': csrfToken } : {}) });
    },
  };
}

/** A record of a person, with fields of one's choice. */
export function record(by: Person, fields: Record<string, unknown> = {}): Promise<RecordResource> {
  const identifier = unique('record');
  return by.api.post<RecordResource>('/records', { identifier, title: `Title of ${identifier}`, ...fields });
}

/** Gives a user, or a group, a role on a resource, beside the API. */
export async function grant(
  { db }: TestService,
  resource: { id: number },
  to: { user: { id: number } } | { group: { id: number } },
  role: string,
): Promise<void> {
  const user = 'user' in to ? to.user.id : null;
  const group = 'group' in to ? to.group.id : null;
  await sql`insert into role (resource_id, user_id, group_id, name) values (${resource.id}, ${user}, ${group}, ${role})
    on conflict do nothing`.execute(db);
}

/** An active group with members, beside the API. */
export async function group(
  service: TestService,
  creator: Person,
  members: readonly Person[],
  visibility: 'private' | 'public' = 'private',
): Promise<{ id: number }> {
  const identifier = unique('group');
  const { rows } = await sql<{ id: number }>`
    with r as (
      insert into resource (kind, identifier, title, visibility, creator_id)
      values ('group', ${identifier}, ${identifier}, ${visibility}, ${creator.id}) returning id)
    insert into app_group (id) select id from r returning id`.execute(service.db);
  const made = rows[0] as { id: number };
  await grant(service, made, { user: creator }, 'admin');
  for (const member of members) await grant(service, made, { user: member }, 'member');
  return made;
}
