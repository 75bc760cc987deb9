import { strip } from '@cairn/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Actor, can, type Decision, requireAllowed } from '../access/index.ts';
import { notFound } from '../kernel/index.ts';
import type { KindDefinition, ResourceRow } from './definition.ts';
import { columns, ownTable } from './select.ts';
import type { Services } from './services.ts';

async function select<Own extends object>(
  services: Services,
  actor: Actor,
  definition: KindDefinition,
  where: RawBuilder<boolean>,
): Promise<(ResourceRow & Own & Decision) | undefined> {
  const { rows } = await sql<ResourceRow & Own & Decision>`
    select ${columns(definition, actor)}, ${can(actor, definition.kind, 'read')} as allowed
    from resource r ${ownTable(definition)} where r.kind = ${definition.kind} and ${where}`.execute(services.db);
  return rows[0];
}

/**
 * A row by id that the caller may read, in one query.
 * @throws ApiError 404, 403, 401 in the order of resources 5.5.
 */
export async function readById<Own extends object>(
  services: Services,
  actor: Actor,
  definition: KindDefinition,
  id: number | null,
  scopes: readonly string[],
): Promise<ResourceRow & Own> {
  if (id === null) throw notFound();
  const row = await select<Own>(services, actor, definition, sql<boolean>`r.id = ${id}`);
  requireAllowed(row, actor, scopes);
  return row as ResourceRow & Own;
}

/** A row by identifier, stripped and in lower case; what is in the trash is not found (resources 0.1, 5.5). */
export async function readByIdentifier(
  services: Services,
  actor: Actor,
  definition: KindDefinition,
  identifier: string,
): Promise<ResourceRow> {
  const wanted = strip(identifier).toLowerCase();
  if (!/^[a-z0-9_-]{1,50}$/.test(wanted)) throw notFound();
  const row = await select(services, actor, definition, sql<boolean>`r.identifier = ${wanted} and r.state = 'active'`);
  requireAllowed(row, actor, []);
  return row as ResourceRow;
}

/** Makes sure that the caller may read a resource, for lists below it. */
export async function requireRead(
  services: Services,
  actor: Actor,
  kind: KindDefinition['kind'],
  id: number | null,
  scopes: readonly string[],
): Promise<number> {
  if (id === null) throw notFound();
  const { rows } = await sql<Decision>`
    select r.state, ${can(actor, kind, 'read')} as allowed from resource r where r.id = ${id} and r.kind = ${kind}
  `.execute(services.db);
  requireAllowed(rows[0], actor, scopes);
  return id;
}
