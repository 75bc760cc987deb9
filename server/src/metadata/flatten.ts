import type { Extra, LeafExtra } from '@cairn/contract';
import { canonicalQuantity } from './quantity.ts';

/** One leaf of the extras, as the search sees it. A leaf whose value is null has its path only. */
export type ExtraEntry = {
  /** Keys from the outside in, joined by `.`; inside a list the position, counted from 1, is the key. */
  path: string;
  text: string | null;
  /** An int or float as entered. */
  num: number | null;
  unit: string | null;
  /** Kind of quantity and value in its base unit, where `unit` is known. */
  dimension: string | null;
  quantity: number | null;
  /** UTC, as in the extra. */
  date: string | null;
  bool: boolean | null;
};

// Bounds of what is indexed, so that the index of a record stays in proportion to its metadata: a long outer key would
// otherwise be repeated in each of its leaves. Longer ones are found by their beginning.
const MAX_PATH = 400;
const MAX_UNIT = 200;
const MAX_TEXT = 8000;

/** The leaves of extras that are already checked, in their order. */
export function flattenExtras(extras: readonly Extra[]): ExtraEntry[] {
  const entries: ExtraEntry[] = [];
  collect(extras, '', entries);
  return entries;
}

/** Cuts a path as the index does; what is searched exactly has to be cut in the same way. */
export function indexedPath(path: string): string {
  return cut(path, MAX_PATH);
}

/** Cuts a text as the index does. */
export function indexedText(text: string): string {
  return cut(text, MAX_TEXT);
}

function collect(extras: readonly Extra[], prefix: string, entries: ExtraEntry[]): void {
  for (const [index, extra] of extras.entries()) {
    const path = cut(prefix + (extra.key ?? String(index + 1)), MAX_PATH);
    if (extra.type === 'dict' || extra.type === 'list') collect(extra.value, `${path}.`, entries);
    else entries.push(entry(path, extra));
  }
}

function entry(path: string, extra: LeafExtra): ExtraEntry {
  const leaf: ExtraEntry = {
    path,
    text: null,
    num: null,
    unit: null,
    dimension: null,
    quantity: null,
    date: null,
    bool: null,
  };
  if (extra.value === null) return leaf;
  if (extra.type === 'str') leaf.text = cut(extra.value, MAX_TEXT);
  else if (extra.type === 'date') leaf.date = extra.value;
  else if (extra.type === 'bool') leaf.bool = extra.value;
  else {
    leaf.num = extra.value;
    if (extra.unit !== null) {
      leaf.unit = cut(extra.unit, MAX_UNIT);
      const quantity = canonicalQuantity(extra.value, extra.unit);
      leaf.dimension = quantity?.dimension ?? null;
      leaf.quantity = quantity?.value ?? null;
    }
  }
  return leaf;
}

function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = text.charCodeAt(max - 1);
  // Not between the two halves of a character.
  return text.slice(0, end >= 0xd800 && end <= 0xdbff ? max - 1 : max);
}
