import { ALL_SCOPES, type Scope } from '@cairn/contract';
import { type Client, client } from '../api/client.ts';
import { group, type Person, person } from '../api/make.ts';
import type { TestService } from '../api/start.ts';
import type { Column } from './table.ts';
import type { Target } from './targets.ts';

const ROLES = ['member', 'collaborator', 'editor', 'admin'] as const;

/** A caller of the matrix: the column that tells what to expect, and requests as this caller. */
export type Actor = { name: string; column: Column; client: (scopes: readonly string[]) => Promise<Client> };

/** The people of the matrix; made once, since only their roles differ between requests. */
export async function makeActors(service: TestService) {
  const creator = await person(service);
  const stranger = await person(service);
  const sysadmin = await person(service, { systemRole: 'admin' });
  const inactive = await person(service, { state: 'inactive' });
  const holders: { person: Person; role: string }[] = [{ person: inactive, role: 'admin' }];
  const groups: { id: number; role: string }[] = [];
  const actors: Actor[] = [
    { name: 'no token', column: 'nobody', client: async () => service.nobody },
    { name: 'wrong token', column: 'nobody', client: async () => bearer(service, 'pat_0123456789abcdef') },
    {
      name: 'expired token',
      column: 'nobody',
      client: async () => bearer(service, await creator.token({ expiresAt: '2020-01-01T00:00:00Z' })),
    },
    { name: 'inactive user', column: 'nobody', client: async () => inactive.api },
    { name: 'stranger', column: 'stranger', client: async () => stranger.api },
    { name: 'stranger to a public resource', column: 'public', client: async () => stranger.api },
    { name: 'creator', column: 'creator', client: async () => creator.api },
    { name: 'creator, just the scopes', column: 'creator', client: async (scopes) => creator.limited(...scopes) },
    { name: 'system administrator', column: 'sysadmin', client: async () => sysadmin.api },
    { name: 'browser', column: 'browser', client: () => creator.browser() },
    { name: 'browser without CSRF token', column: 'no csrf', client: () => creator.browser({ csrf: false }) },
  ];
  for (const role of ROLES) {
    const direct = await person(service);
    const through = await person(service);
    holders.push({ person: direct, role });
    groups.push({ ...(await group(service, creator, [through])), role });
    actors.push({ name: role, column: role, client: async () => direct.api });
    actors.push({ name: `${role} through a group`, column: role, client: async () => through.api });
  }
  /** Gives the roles on a target to those who hold one, in one statement: it runs some thousand times. */
  const giveRoles = async ({ resources = [] }: Target): Promise<void> => {
    const held = [
      ...holders.map(({ person: { id }, role }) => ({ user_id: id, group_id: null, name: role })),
      ...groups.map(({ id, role }) => ({ user_id: null, group_id: id, name: role })),
    ];
    const roles = resources.flatMap(({ id }) => held.map((role) => ({ resource_id: id, ...role })));
    if (roles.length > 0) await service.db.insertInto('role').values(roles).execute();
  };
  return { creator, stranger, actors, giveRoles };
}

/** The creator's tokens that have every scope but one of those needed; with no scope needed, one with a single scope. */
export function withoutScope(creator: Person, scopes: readonly string[]): { name: string; client: Promise<Client> }[] {
  const lacking = (left: string) => creator.limited(...ALL_SCOPES.filter((scope: Scope) => scope !== left));
  if (scopes.length === 0) return [{ name: 'creator, other scope', client: creator.limited('group.members') }];
  return scopes.map((scope) => ({ name: `creator without ${scope}`, client: lacking(scope) }));
}

function bearer(service: TestService, token: string): Client {
  return client(service.url, { authorization: `Bearer ${token}` });
}
