import { type Actor, hasScope } from '../access/index.ts';
import type { LinkBase } from '../http/index.ts';
import { presentUser } from '../identity/index.ts';
import type { JsonText } from '../kernel/index.ts';
import type { KindDefinition, ResourceRow } from './definition.ts';
import type { Services } from './services.ts';

/** Creators as JSON text by id, each written once; empty where the token may not see users (resources 5.8). */
export async function creators(
  services: Pick<Services, 'users'>,
  actor: Actor,
  links: LinkBase,
  ids: Iterable<number>,
): Promise<Map<number, JsonText>> {
  const written = new Map<number, JsonText>();
  if (!hasScope(actor, 'user.read')) return written;
  for (const [id, card] of await services.users.get(ids)) written.set(id, presentUser(card, actor, links));
  return written;
}

/**
 * The answers for rows of a kind, in their order; a single read is the same call with one row.
 * @param removeLink in lists of what is linked: the address that takes the row with this id out of the list.
 */
export async function represent<Row extends ResourceRow>(
  services: Pick<Services, 'users'>,
  actor: Actor,
  links: LinkBase,
  definition: Pick<KindDefinition, 'present'>,
  rows: readonly Row[],
  removeLink?: (id: number) => string,
): Promise<JsonText[]> {
  const users = await creators(
    services,
    actor,
    links,
    rows.map((row) => row.creator_id),
  );
  return rows.map((row) =>
    definition.present(row as never, { links, creator: users.get(row.creator_id), removeLink: removeLink?.(row.id) }),
  );
}
