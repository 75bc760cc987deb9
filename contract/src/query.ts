import { LIMITS } from './limits.ts';
import { normalize, strip } from './text.ts';

/**
 * One query parameter: how its raw values are read (never an error: what can't be read is the default or dropped,
 * resources 3), how a value is written into a link, and its JSON Schema. `carried` ones appear in pagination links.
 */
export type Param<T> = {
  parse: (raw: readonly string[]) => T;
  // A method, so that parameters of different types fit one list.
  format(value: T): readonly string[];
  schema: Record<string, unknown>;
  description: string;
};

export type Params = { readonly [name: string]: Param<unknown> };
export type Parsed<P extends Params> = { [K in keyof P]: P[K] extends Param<infer T> ? T : never };

const TRUE = new Set(['true', 't', 'yes', 'y', 'on', '1']);

function whole(raw: string | undefined): number | null {
  if (raw === undefined || !/^\s*[+-]?\d+\s*$/.test(raw)) return null;
  return Number(raw);
}

/** `page`: at least 1; `max` clamps it on the search endpoints. */
export function page(max?: number): Param<number> {
  return {
    parse: ([raw]) => Math.max(1, Math.min(whole(raw) ?? 1, max ?? Number.MAX_SAFE_INTEGER)),
    format: (value) => [String(value)],
    schema: { type: 'integer', minimum: 1, default: 1, ...(max ? { maximum: max } : {}) },
    description: 'Page number; values out of range are clamped.',
  };
}

/** `per_page`: 1 to 100, default 10. */
export const perPage: Param<number> = {
  parse: ([raw]) => Math.max(1, Math.min(whole(raw) ?? LIMITS.perPage.default, LIMITS.perPage.max)),
  format: (value) => [String(value)],
  schema: { type: 'integer', minimum: 1, maximum: LIMITS.perPage.max, default: LIMITS.perPage.default },
  description: 'Items per page; values out of range are clamped.',
};

/** A text; `fold` says how it is normalised before use. */
export function text(description: string, fold: 'strip' | 'normalize' = 'strip'): Param<string> {
  return {
    parse: ([raw]) => clean((fold === 'strip' ? strip : normalize)(raw ?? '')),
    format: (value) => [value],
    schema: { type: 'string', default: '' },
    description,
  };
}

/** One of some words; anything else is the default. A default of null leaves the parameter out of links. */
export function choice<const T extends string, D extends T | null>(
  values: readonly T[],
  fallback: D,
  description: string,
): Param<T | D> {
  return {
    parse: ([raw]) => {
      const value = strip(raw ?? '') as T;
      return values.includes(value) ? value : fallback;
    },
    format: (value) => (value === null ? [] : [value]),
    schema: { type: 'string', enum: values, ...(fallback === null ? {} : { default: fallback }) },
    description,
  };
}

/** A boolean; false unless it reads as true. */
export function flag(description: string): Param<boolean> {
  return {
    parse: ([raw]) => TRUE.has(strip(raw ?? '').toLowerCase()),
    format: (value) => [value ? 'True' : 'False'],
    schema: { type: 'boolean', default: false },
    description,
  };
}

/** Integers, repeatable; what is no integer, or beyond any row id, is dropped. */
export function integers(description: string): Param<number[]> {
  return {
    parse: (raw) => raw.map(whole).filter((n): n is number => n !== null && Math.abs(n) <= 2147483647),
    format: (value) => value.map(String),
    schema: { type: 'array', items: { type: 'integer' } },
    description,
  };
}

/** A single integer or null. */
export function optionalInteger(description: string): Param<number | null> {
  return {
    parse: ([raw]) => {
      const n = whole(raw);
      return n !== null && Math.abs(n) <= 2147483647 ? n : null;
    },
    format: (value) => (value === null ? [] : [String(value)]),
    schema: { type: 'integer' },
    description,
  };
}

/** Texts, repeatable; `fold` normalises each; empty ones are dropped. */
export function texts(description: string, fold: (value: string) => string = strip): Param<string[]> {
  return {
    parse: (raw) => raw.map((value) => clean(fold(value))).filter((value) => value !== ''),
    format: (value) => value,
    schema: { type: 'array', items: { type: 'string' } },
    description,
  };
}

/** Sort orders: each field ascending, or descending with a leading `-`. */
export function sort<const T extends string>(fields: readonly T[], fallback: `-${T}` | T | '_score', score = false) {
  const values = fields.flatMap((field) => [field, `-${field}`] as const);
  return choice(
    score ? (['_score', ...values] as const) : values,
    fallback as never,
    'Order; "-" means descending.',
  ) as Param<T | `-${T}` | '_score'>;
}

export const RESOURCE_SORTS = ['last_modified', 'created_at', 'title', 'identifier'] as const;

/** Reads all declared parameters from the raw query. */
export function parseQuery<P extends Params>(params: P, raw: Record<string, string | string[] | undefined>): Parsed<P> {
  const out: Record<string, unknown> = {};
  for (const [name, param] of Object.entries(params)) {
    const value = Object.hasOwn(raw, name) ? raw[name] : undefined;
    out[name] = param.parse(value === undefined ? [] : Array.isArray(value) ? value : [value]);
  }
  return out as Parsed<P>;
}

/** The query text of a link: page, per_page, then every declared parameter in its parsed form (resources 3.1). */
export function formatQuery<P extends Params>(params: P, values: Parsed<P>): string {
  const parts: string[] = [];
  for (const [name, param] of Object.entries(params)) {
    for (const value of param.format(values[name as keyof P] as never)) {
      parts.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
    }
  }
  return parts.join('&');
}

// A text that the database can't hold matches nothing anyway; without these characters it may still find something.
function clean(value: string): string {
  return value.toWellFormed().replaceAll('\u0000', '');
}
