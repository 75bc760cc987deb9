import type { SystemRole } from '@cairn/contract';
import { insufficientScope } from '../kernel/index.ts';

/** Who makes a request, as the log-in told. `scopes` limits a token; null is full access (decision 3). */
export type Actor = {
  readonly userId: number;
  readonly systemRole: SystemRole;
  readonly isSysadmin: boolean;
  readonly scopes: ReadonlySet<string> | null;
  readonly via: 'token' | 'session';
};

/** Whether the actor's token, if any, covers a scope. */
export function hasScope(actor: Actor, scope: string): boolean {
  return actor.scopes === null || actor.scopes.has(scope);
}

/**
 * Refuses a token that does not cover all scopes of an operation.
 * @throws ApiError 401 that names all scopes the operation needs (specification 7).
 */
export function requireScopes(actor: Actor, scopes: readonly string[]): void {
  if (!scopes.every((scope) => hasScope(actor, scope))) throw insufficientScope(scopes);
}

/** Whether the actor may create resources: a right of system roles, where no row exists yet (resources 5.2). */
export function mayCreate(actor: Actor): boolean {
  return actor.systemRole === 'admin' || actor.systemRole === 'member';
}
