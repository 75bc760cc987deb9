import type { Parsed } from '@cairn/contract';
import { formatQuery, type Params, paginated } from '@cairn/contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { can, hasRole } from '../access/index.ts';
import { route } from '../http/index.ts';
import { badRequest, writePage } from '../kernel/index.ts';
import { type Condition, indexed, type KindDefinition } from './definition.ts';
import { list } from './list.ts';
import { represent } from './represent.ts';
import type { Services } from './services.ts';
import { textTiers } from './text-search.ts';

type Shared = {
  page: number;
  per_page: number;
  query: string;
  sort: string;
  visibility: 'private' | 'public' | null;
  user: number[];
  instance?: string;
  explicit_permissions?: boolean;
};

/** Declares the search root of a kind: GET /records and its like (specification 4, resources 4). */
export function mountSearch(app: FastifyInstance, services: Services, definition: KindDefinition): void {
  const { kind, plural, searchQuery } = definition;
  route(app, {
    method: 'GET',
    url: `/${plural}`,
    operation: `search${capital(plural)}`,
    summary: `Search ${plural}`,
    tag: plural,
    access: { scopes: [`${kind}.read`] },
    query: searchQuery,
    responses: { 200: paginated(definition.answer, [`new_${kind}`]) },
    async handler({ actor, query: wanted, links }) {
      const parsed = wanted as unknown as Parsed<Params> & Shared;
      if (parsed.instance) throw badRequest(`There is no connected instance named "${parsed.instance}".`);
      const conditions = [...sharedConditions(parsed, actor), ...definition.conditions(wanted, actor)];
      const { page: _page, per_page: _perPage, sort: _sort, ...filters } = parsed;
      const tiers = textTiers(
        parsed.query,
        // OFFSET 0 keeps the planner from walking through everything in the hope of an early hit.
        (condition) => sql<boolean>`(select not exists (select 1 from (
          select r.id, r.visibility from resource r
          where r.kind = ${kind} and r.state = 'active' and ${condition} offset 0) r
          where ${can(actor, kind, 'read')}))`,
      );
      const page = { page: parsed.page, per_page: parsed.per_page };
      const { rows, total } = await list(services, actor, definition, {
        page,
        conditions,
        tiers,
        sort: parsed.sort,
        key: JSON.stringify(filters),
      });
      const root = `${links.api}/${plural}`;
      const items = await represent(services, actor, links, definition, rows);
      const url = (number: number) =>
        `${root}?${formatQuery(searchQuery, { ...wanted, page: number } as typeof wanted)}`;
      return { status: 200, body: writePage(items, total, page, url, { [`new_${kind}`]: root }) };
    },
  });
}

function sharedConditions(
  { visibility, user, explicit_permissions }: Shared,
  actor: Parameters<typeof hasRole>[0],
): Condition[] {
  const conditions: Condition[] = [];
  if (visibility) conditions.push(() => sql<boolean>`r.visibility = ${visibility}`);
  if (user.length > 0) conditions.push(indexed(sql<boolean>`r.creator_id = any(${user}::int[])`));
  if (explicit_permissions) conditions.push(() => hasRole(actor));
  return conditions;
}

/** The conditions of the `tag` and `tag_operator` parameters. */
export function tagConditions(tags: readonly string[], operator: 'or' | 'and'): Condition[] {
  if (tags.length === 0) return [];
  return [
    indexed(operator === 'and' ? sql<boolean>`r.tags @> ${tags}::text[]` : sql<boolean>`r.tags && ${tags}::text[]`),
  ];
}

/** A word with a capital first letter. */
export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
