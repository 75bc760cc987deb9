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

/** What a representation needs besides its row. `creator` is undefined where the token may not see users. */
export type Parts = { links: LinkBase; creator: JsonText | undefined };

/**
 * One SQL condition on a listed row (alias `r` for resource, `k` for the kind's own table), in two shapes: `probe` is
 * cheap for one row and is not turned into a join; `gather` finds all rows at once through an index.
 */
export type Condition = (shape: Shape) => RawBuilder<boolean>;

export type Shape = 'probe' | 'gather';

/**
 * A condition that an index can answer, in both shapes. As a probe it is written so that no index matches it: which plan
 * is taken is decided by counts that are known (`list`), not by estimates that a prepared statement can't make.
 */
export function indexed(expression: RawBuilder<boolean>): Condition {
  return (shape) => (shape === 'gather' ? expression : sql<boolean>`coalesce(${expression}, false)`);
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
  /** Columns of the own table, selected as `k.…`. */
  columns: readonly string[];
  /** The own columns that a parsed body names; the body's schema has checked everything. */
  own(input: Record<string, unknown>): Partial<Own>;
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
