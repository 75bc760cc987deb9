import { z } from 'zod';
import type { ErrorTree } from './errors.ts';

/**
 * The schema of a JSON body. Keys that are not in `shape` are errors, except those in `ignored`: keys of the resource's
 * own representation that can't be written, so that what was read can be sent back (decision 2).
 */
export function body<S extends z.ZodRawShape>(shape: S, ignored: readonly string[] = []) {
  return { schema: z.strictObject(shape, { error: objectError }), ignored: new Set(ignored) };
}

export type Body<T = unknown> = { schema: z.ZodType<T>; ignored: ReadonlySet<string> };

/**
 * Checks and normalises a JSON body.
 * @returns the parsed value, or the tree of all problems in the shape of resources 2.7.
 */
export function parseBody<T>({ schema, ignored }: Body<T>, input: unknown): { value: T } | { errors: ErrorTree } {
  let candidate = input;
  if (ignored.size > 0 && isObject(input)) {
    candidate = Object.fromEntries(Object.entries(input).filter(([key]) => !ignored.has(key)));
  }
  const result = schema.safeParse(candidate, { reportInput: true });
  if (result.success) return { value: result.data };
  const errors: ErrorTree = {};
  for (const issue of result.error.issues) addIssue(errors, issue);
  return { errors };
}

/** Puts one message at a place of the tree; a place that already has nested problems takes it under `_schema`. */
export function addError(tree: ErrorTree, path: readonly PropertyKey[], message: string): void {
  let node = tree;
  const keys = path.length > 0 ? path.map(String) : ['_schema'];
  for (const key of keys.slice(0, -1)) {
    const next = Object.hasOwn(node, key) ? node[key] : undefined;
    if (next === undefined || Array.isArray(next)) {
      const created: ErrorTree = next ? { _schema: next } : {};
      Object.defineProperty(node, key, { value: created, enumerable: true, configurable: true, writable: true });
      node = created;
    } else node = next;
  }
  const last = keys.at(-1) as string;
  const leaf = Object.hasOwn(node, last) ? node[last] : undefined;
  if (leaf === undefined) {
    Object.defineProperty(node, last, { value: [message], enumerable: true, configurable: true, writable: true });
  } else if (Array.isArray(leaf)) leaf.push(message);
  else addError(leaf, ['_schema'], message);
}

function addIssue(errors: ErrorTree, issue: z.core.$ZodIssue): void {
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) addError(errors, [...issue.path, key], 'Unknown key.');
  } else if (issue.code === 'invalid_type' && issue.expected === 'object') {
    const missing = issue.input === undefined || issue.input === null;
    const top = issue.path.length === 0;
    addError(errors, missing && !top ? issue.path : [...issue.path, '_schema'], issue.message);
  } else {
    const missing = 'input' in issue && issue.input === undefined && issue.code !== 'custom';
    addError(errors, issue.path, missing ? 'This field is required.' : issue.message);
  }
}

function objectError(issue: { code?: string; input?: unknown }): string | undefined {
  if (issue.code !== 'invalid_type') return undefined;
  return issue.input === undefined ? 'This field is required.' : 'Must be a JSON object.';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
