import type { Extra, LeafExtra, NestedExtra } from '../data/types.ts';

/** Whether an entry has entries of its own. */
export function isNested(extra: Extra): extra is NestedExtra {
  return extra.type === 'dict' || extra.type === 'list';
}

/** Number of entries, nested ones included. */
export function countEntries(extras: readonly Extra[]): number {
  return extras.reduce((sum, extra) => sum + 1 + (isNested(extra) ? countEntries(extra.value) : 0), 0);
}

/** Path of an entry: keys from the top, places (from 1) inside lists. */
export function pathOf(parent: readonly string[], extra: Extra, place: number): string[] {
  return [...parent, extra.key ?? String(place + 1)];
}

const SHORT_LIST = 12;

/** The values of a short list of bare values of one unit, which reads best on one line; null for any other list. */
export function plainValues(extra: NestedExtra): LeafExtra[] | null {
  if (extra.type !== 'list' || extra.value.length === 0 || extra.value.length > SHORT_LIST) return null;
  const leaves = extra.value.filter((item) => !isNested(item)) as LeafExtra[];
  if (leaves.length < extra.value.length) return null;
  const [first] = leaves;
  const bare = leaves.every(
    (item) => item.term === undefined && item.description === undefined && unitOf(item) === unitOf(first),
  );
  return bare ? leaves : null;
}

/** The unit of a number; null for everything else. */
export function unitOf(extra: LeafExtra | undefined): string | null {
  return extra?.type === 'int' || extra?.type === 'float' ? extra.unit : null;
}
