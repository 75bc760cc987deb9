import { forbidden, notFound } from '../kernel/index.ts';
import { type Actor, requireScopes } from './actor.ts';

/** What a query tells about a resource: its state, and whether the actor may do what was asked. */
export type Decision = { readonly state: string; readonly allowed: boolean };

/**
 * Lets pass an active resource on which the actor may do what was asked, with the checks in the order that clients know
 * (resources 5.5).
 * @throws ApiError 404 without a row, 403 without the right, 401 without the scopes, 404 for what is in the trash.
 */
export function requireAllowed(decision: Decision | undefined, actor: Actor, scopes: readonly string[]): void {
  if (!decision || decision.state === 'purged') throw notFound();
  if (!decision.allowed) throw forbidden();
  requireScopes(actor, scopes);
  if (decision.state !== 'active') throw notFound();
}
