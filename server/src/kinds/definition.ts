import type { Body, Kind, Params, Parsed } from '@cairn/contract';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Actor } from '../access/index.ts';
import type { Tx } from '../db/index.ts';
import type { LinkBase } from '../http/index.ts';
import type { JsonText } from '../kernel/index.ts';

/** What all kinds have in table `resource`. */
export type ResourceRow = {
  id: number;
  identifier: string;
  title: string;
  description: string;
  plain_description: string;
  visibility: 'private' | 'public';
  state: 'active' | 'deleted' | 'purged';
  creator_id: number;
  tags: string[];
  created_at: string;
  last_modified: string;
};

/** Body fields that all kinds share, once parsed. */
export type ResourceInput = {
  identifier: string;
  title: string;
  description: string;
  visibility: 'private' | 'public';
  tags?: string[] | undefined;
};

/** Fields of a change; absent ones keep their value. */
export type ResourceChanges = { [F in keyof ResourceInput]?: ResourceInput[F] | undefined };

/**
 * What a representation needs besides its row. `creator` is undefined where the token may not see users; `removeLink` is
 * the address that takes the row out of the list it is shown in, in lists of what is linked.
 */
export type Parts = { links: LinkBase; creator: JsonText | undefined; removeLink: string | undefined };

/**
 * A column of a kind's rows beyond the shared ones: one of its own table, or an expression over `r` and `k` with its
 * alias, for what depends on the caller.
 */
export type Column = string | ((actor: Actor) => RawBuilder<unknown>);

/**
 * One SQL condition on a listed row (alias `r` for resource, `k` for the kind's own table), in two shapes: `probe` is
 * cheap for one row and is not turned into a join; `gather` finds all rows at once through an index.
 */
export type Condition = {
  (shape: Shape): RawBuilder<boolean>;
  /** A query for the ids of all rows that fulfil it, where these are what a list should start from (`among`). */
  readonly ids?: RawBuilder<unknown>;
  /** Other kinds whose resources decide it: a total that is remembered must hold for them too. */
  readonly kinds?: readonly Kind[];
};

export type Shape = 'probe' | 'gather';

/**
 * A condition that an index can answer, in both shapes. As a probe it is written so that no index matches it: which plan
 * is taken is decided by counts that are known (`list`), not by estimates that a prepared statement can't make.
 */
export function indexed(expression: RawBuilder<boolean>): Condition {
  return (shape) => (shape === 'gather' ? expression : sql<boolean>`case when ${expression} then 1 else 0 end = 1`);
}

/**
 * The condition that a row belongs to something: its id is among the results of a query. A list with such a condition
 * looks at these rows and not at all that the caller can read.
 * @param kinds other kinds whose resources decide which ids these are.
 */
export function among(ids: RawBuilder<unknown>, kinds: readonly Kind[] = []): Condition {
  return Object.assign(indexed(sql<boolean>`r.id in (${ids})`), { ids, kinds });
}

/**
 * A kind of resource, declared once: everything in which it differs from the others. A missing part does not compile;
 * the shared operations know no kind by name.
 */
export type KindDefinition<K extends Kind = Kind, Own extends object = object, Q extends Params = Params> = {
  kind: K;
  /** Path segment and word for many: `records`. */
  plural: string;
  /** The kind's own table; its `id` is the resource's. */
  table: string;
  /** Whether resources of this kind carry tags. */
  tagged: boolean;
  /** Schema of one resource in answers. */
  answer: z.ZodType;
  /** Bodies of POST and PATCH. */
  create: Body<ResourceInput & Record<string, unknown>>;
  update: Body<ResourceChanges & Record<string, unknown>>;
  columns: readonly Column[];
  /**
   * The own columns that a parsed body names. The body's schema has checked everything, except what depends on the row
   * that is changed (`current`; null at the creation).
   * @throws ApiError 400 if a value does not fit the row.
   */
  own(input: Record<string, unknown>, current: (ResourceRow & Own) | null): Partial<Own>;
  /** Writes what follows from a body beyond the two tables (indexes); `changed` are own columns with new values. */
  afterWrite(
    tx: Tx,
    id: number,
    write: { input: Record<string, unknown>; changed: Partial<Own>; created: boolean },
  ): Promise<void>;
  /** The revisioned state as a jsonb expression over `r` and `k`, and its schema. */
  revision: { data: RawBuilder<unknown>; schema: z.ZodType };
  /** Query parameters of the search root, and the conditions they stand for. */
  searchQuery: Q;
  conditions(query: Parsed<Q>, actor: Actor): Condition[];
  /** The answer for one row; pure. */
  present(row: ResourceRow & Own, parts: Parts): JsonText;
  /** How a purge is carried out: at once, or as a background task. */
  purge: 'inline' | 'task';
  /** Removes what hangs on a resource beyond foreign keys, inside the purge's transaction. */
  beforePurge(tx: Tx, id: number): Promise<void>;
};

/** Declares a kind. */
export function defineKind<K extends Kind, Own extends object, Q extends Params>(
  definition: KindDefinition<K, Own, Q>,
): KindDefinition<K, Own, Q> {
  return definition;
}
