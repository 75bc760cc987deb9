/** Every scope of a personal token, by object (specification 5, resources 5.8). */
export const SCOPES = {
  record: ['create', 'read', 'link', 'update', 'permissions', 'delete'],
  collection: ['create', 'read', 'link', 'update', 'permissions', 'delete'],
  template: ['create', 'read', 'update', 'permissions', 'delete'],
  group: ['create', 'read', 'update', 'members', 'delete'],
  user: ['read'],
  misc: ['manage_trash'],
} as const;

type ScopeOf<O> = { [K in keyof O]: O[K] extends readonly (infer A extends string)[] ? `${K & string}.${A}` : never };
export type Scope = ScopeOf<typeof SCOPES>[keyof typeof SCOPES];

/** All scopes in the order in which they are documented. */
export const ALL_SCOPES = Object.entries(SCOPES).flatMap(([object, actions]) =>
  actions.map((action) => `${object}.${action}`),
) as Scope[];
