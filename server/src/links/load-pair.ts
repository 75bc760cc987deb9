import type { Kind } from '@cairn/contract';
import { type Actor, type Allowed, load, loadNamed, lockTogether } from '../access/index.ts';
import type { Tx } from '../db/index.ts';
import { ApiError, notFound } from '../kernel/index.ts';

type End<K extends Kind> = { kind: K; id: number | null };

/**
 * The two ends of a link that is to be made: the one of the path and the one that the body names, both with the right to
 * link, locked in a fixed order.
 * @param named gives the id in the body; its problems come after the right on the row of the path (resources 5.5).
 * @param missing makes the 400 for an id of no active resource.
 * @throws ApiError as `load`, then 400, then 403.
 */
export async function loadNamedPair<A extends Kind, B extends Kind>(
  tx: Tx,
  actor: Actor,
  scopes: readonly string[],
  first: End<A>,
  second: { kind: B; id: () => number; missing: () => ApiError },
): Promise<[Allowed<A>, Allowed<B>]> {
  await lockTogether(tx, [first.id, peek(second.id)]);
  const row = await load(tx, actor, { ...first, action: 'link', scopes });
  const named = { kind: second.kind, id: second.id(), action: 'link' };
  return [row, await loadNamed(tx, actor, named, second.missing)];
}

/**
 * The two ends of a link that is to be removed, both named by the path.
 * @throws ApiError as `load` for the first, 404 or 403 for the second.
 */
export async function loadPair<A extends Kind, B extends Kind>(
  tx: Tx,
  actor: Actor,
  scopes: readonly string[],
  first: End<A>,
  second: End<B>,
): Promise<[Allowed<A>, Allowed<B>]> {
  await lockTogether(tx, [first.id, second.id]);
  const row = await load(tx, actor, { ...first, action: 'link', scopes });
  if (second.id === null) throw notFound();
  const other = { kind: second.kind, id: second.id, action: 'link' };
  return [row, await loadNamed(tx, actor, other, () => notFound())];
}

/** What a body names, for locks that are taken before its problems may be told; undefined if it has any. */
export function peek<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
