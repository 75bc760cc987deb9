import { formatQuery, type Params, type Parsed } from '@cairn/contract';
import { type Actor, can } from '../access/index.ts';
import type { LinkBase } from '../http/index.ts';
import { type JsonText, writePage } from '../kernel/index.ts';
import type { Condition, KindDefinition } from './definition.ts';
import { list, nameFilter } from './list.ts';
import { represent } from './represent.ts';
import type { Services } from './services.ts';

type Wanted = { page: number; per_page: number; filter: string; sort: string; action?: string[] };

/**
 * One page of the resources of a kind that belong to something: the shared list with one more condition.
 * @param nested.path of the list below the API's root, `/x/7/y`; with the parameters it decides what is listed.
 * @param nested.belongs the condition, usually made by `among`.
 * @param nested.removeLink the address that takes a row out of the list, where there is one.
 */
export async function listNested<Q extends Params>(
  services: Services,
  { actor, links }: { actor: Actor; links: LinkBase },
  definition: KindDefinition,
  nested: {
    path: string;
    params: Q;
    query: Parsed<Q> & Wanted;
    belongs: Condition;
    removeLink?: (id: number) => string;
  },
): Promise<JsonText> {
  const { path, params, query, belongs, removeLink } = nested;
  const { page, per_page, sort, ...filters } = query;
  const { filter, action = [] } = filters;
  const may = action.map((name) => () => can(actor, definition.kind, name));
  const { rows, total } = await list(services, actor, definition, {
    page: { page, per_page },
    conditions: [belongs, ...nameFilter(filter), ...may],
    sort,
    tiers: null,
    key: JSON.stringify([path, filters]),
  });
  const items = await represent(services, actor, links, definition, rows, removeLink);
  const url = (number: number) => `${links.api}${path}?${formatQuery(params, { ...query, page: number })}`;
  return writePage(items, total, { page, per_page }, url);
}
