import { SCOPES } from '@cairn/contract';
import type { Scope } from '../data/types.ts';

export type ScopeObject = keyof typeof SCOPES;
export type ScopeAction = (typeof SCOPES)[ScopeObject][number];

/** Scopes by what they are about, in the contract's order; what this version does not know is left out. */
export function groupScopes(scopes: readonly string[]): { object: ScopeObject; actions: ScopeAction[] }[] {
  return (Object.keys(SCOPES) as ScopeObject[])
    .map((object) => ({ object, actions: SCOPES[object].filter((action) => scopes.includes(`${object}.${action}`)) }))
    .filter(({ actions }) => actions.length > 0);
}

/** The scope for doing something with an object. */
export const scopeOf = (object: ScopeObject, action: ScopeAction) => `${object}.${action}` as Scope;
