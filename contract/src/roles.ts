export const KINDS = ['record', 'collection', 'template', 'group'] as const;
export type Kind = (typeof KINDS)[number];

/** What can be done with an existing resource. `create` is a right of system roles alone. */
export type Action = 'read' | 'link' | 'update' | 'permissions' | 'members' | 'delete';

const ACTION_TEXTS: Record<Action, string> = {
  read: 'View the resource, its contents and history.',
  link: 'Connect the resource with others.',
  update: 'Change the resource and its files.',
  permissions: 'Manage who has access to the resource.',
  members: 'Manage the members of the group.',
  delete: 'Move the resource to the trash.',
};

/** Roles by kind, from the lowest to the highest rank, with the actions they grant (resources 5.1). */
export const ROLES = {
  record: {
    member: ['read'],
    collaborator: ['read', 'link'],
    editor: ['read', 'link', 'update'],
    admin: ['read', 'link', 'update', 'permissions', 'delete'],
  },
  collection: {
    member: ['read'],
    collaborator: ['read', 'link'],
    editor: ['read', 'link', 'update'],
    admin: ['read', 'link', 'update', 'permissions', 'delete'],
  },
  template: {
    member: ['read'],
    editor: ['read', 'update'],
    admin: ['read', 'update', 'permissions', 'delete'],
  },
  group: {
    member: ['read'],
    editor: ['read', 'update'],
    admin: ['read', 'update', 'members', 'delete'],
  },
} as const satisfies Record<Kind, Record<string, readonly Action[]>>;

/** The role every creator has and keeps. */
export const CREATOR_ROLE = 'admin';

/** Names of the roles of a kind, lowest first. */
export function roleNames(kind: Kind): string[] {
  return Object.keys(ROLES[kind]);
}

/** Names of the roles of a kind that grant an action; empty for an action the kind does not have. */
export function rolesGranting(kind: Kind, action: string): string[] {
  return Object.entries(ROLES[kind] as Record<string, readonly string[]>)
    .filter(([, actions]) => actions.includes(action))
    .map(([name]) => name);
}

/** The answer of GET /roles, from the same table that decides rights. */
export function rolesAnswer() {
  return Object.fromEntries(
    KINDS.map((kind) => [
      kind,
      Object.entries(ROLES[kind] as Record<string, readonly Action[]>).map(([name, actions]) => ({
        name,
        permissions: actions.map((action) => ({ action, description: ACTION_TEXTS[action] })),
      })),
    ]),
  );
}

export const SYSTEM_ROLES = ['admin', 'member', 'guest'] as const;
export type SystemRole = (typeof SYSTEM_ROLES)[number];
