import { isStorable, strip } from '@cairn/contract';
import { parseDate, startOfDay } from './dates.ts';
import { indexedPath, indexedText } from './flatten.ts';
import { canonicalQuantity } from './quantity.ts';
import { isObject } from './text.ts';

/** How a key or a text is compared: a whole text in double quotes, 1 or 2 characters, or more with typing errors. */
export type TextMatch = { mode: 'exact' | 'short' | 'tolerant'; text: string };

/** Bounds, inclusive; null is open. */
export type Range<T> = { min: T | null; max: T | null };

export type ValueMatch =
  | { type: 'anything' }
  | { type: 'nothing' }
  | { type: 'str'; match: TextMatch | null }
  | { type: 'number'; range: Range<number> }
  | { type: 'quantity'; dimension: string; range: Range<number> }
  | { type: 'worded unit'; unit: string; words: string[]; range: Range<number> }
  | { type: 'bool'; value: boolean | null }
  | { type: 'date'; range: Range<string> };

/** What one extra has to fulfil: key and value together. */
export type ExtraMatch = { key: TextMatch | null; value: ValueMatch };

/** Alternatives of extras that must all be there: (A and B) or (C). Never empty, nor is an alternative. */
export type ExtrasQuery = readonly (readonly ExtraMatch[])[];

/**
 * Reads the `extras` search parameter (resources 4.4), as leniently as its description: what is not an array of objects,
 * or says nothing, is no filter; bounds that can't be read find nothing. Never throws.
 * @returns null for no filter.
 */
export function parseExtrasQuery(parameter: string | undefined): ExtrasQuery | null {
  const items = readItems(parameter);
  const alternatives: ExtraMatch[][] = [];
  for (const item of items) {
    const match = readItem(item);
    if (!match) continue;
    const last = alternatives.at(-1);
    if (last && item.link !== 'or') last.push(match);
    else alternatives.push([match]);
  }
  return alternatives.length > 0 ? alternatives : null;
}

function readItems(parameter: string | undefined): Record<string, unknown>[] {
  if (!parameter) return [];
  try {
    const parsed: unknown = JSON.parse(parameter);
    const items = isObject(parsed) ? [parsed] : parsed;
    return Array.isArray(items) && items.every(isObject) ? items : [];
  } catch {
    return [];
  }
}

function readItem(item: Record<string, unknown>): ExtraMatch | null {
  const key = readText(item.key);
  const value = readValue(item);
  if (key === null && value.type === 'anything') return null;
  if (key === undefined) return { key: null, value: { type: 'nothing' } };
  return { key: key && { ...key, text: indexedPath(key.text) }, value };
}

function readValue(item: Record<string, unknown>): ValueMatch {
  switch (item.type) {
    case 'str': {
      const match = readText(item.str);
      if (match === undefined) return { type: 'nothing' };
      return { type: 'str', match: match && { ...match, text: indexedText(match.text) } };
    }
    case 'numeric':
      return readNumeric(isObject(item.numeric) ? item.numeric : {});
    case 'bool': {
      const word = asText(item.bool)?.toLowerCase();
      return { type: 'bool', value: word === 'true' ? true : word === 'false' ? false : null };
    }
    case 'date': {
      const { min, max } = isObject(item.date) ? item.date : {};
      const range = { min: readDate(min, '00:00:00'), max: readDate(max, '23:59:59.999999') };
      return isReadable(range) ? { type: 'date', range } : { type: 'nothing' };
    }
    default:
      return { type: 'anything' };
  }
}

function readNumeric({ min, max, unit: given }: Record<string, unknown>): ValueMatch {
  const range = { min: readNumber(min), max: readNumber(max) };
  const unit = asText(given);
  if (!isReadable(range) || unit === undefined) return { type: 'nothing' };
  if (unit === '') return { type: 'number', range };
  const dimension = canonicalQuantity(1, unit)?.dimension;
  if (dimension === undefined) return { type: 'worded unit', unit: unit.toLowerCase(), words: wordsOf(unit), range };
  // Only a bound beyond all numbers has no value in the base unit, and then it is beyond all numbers there, too.
  const base = (bound: number | null) =>
    bound === null ? null : (canonicalQuantity(bound, unit)?.value ?? bound * Number.POSITIVE_INFINITY);
  return { type: 'quantity', dimension, range: { min: base(range.min), max: base(range.max) } };
}

/** Words of a unit as they are compared: runs of letters and digits, in lower case. */
function wordsOf(unit: string): string[] {
  return unit.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Null for no text; undefined for one that nothing can equal. */
function readText(given: unknown): TextMatch | null | undefined {
  const text = asText(given);
  if (text === undefined) return undefined;
  if (text === '') return null;
  if (text.length > 1 && text.startsWith('"') && text.endsWith('"')) return { mode: 'exact', text: text.slice(1, -1) };
  return { mode: [...text].length < 3 ? 'short' : 'tolerant', text };
}

/** Null for no bound; undefined for one that is no number. */
function readNumber(given: unknown): number | null | undefined {
  const text = asText(given);
  if (text === '') return null;
  return text !== undefined && /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text) ? Number(text) : undefined;
}

/** A moment, or a day with the time that is meant; null for no bound, undefined for one that is no date. */
function readDate(given: unknown, timeOfDay: string): string | null | undefined {
  const text = asText(given);
  if (text === undefined) return undefined;
  if (text === '') return null;
  const day = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (!day) return parseDate(text) ?? undefined;
  const start = startOfDay(Number(day[1]), Number(day[2]), Number(day[3]));
  return start === null ? undefined : `${new Date(start).toISOString().slice(0, 10)}T${timeOfDay}+00:00`;
}

/** Values come as any simple JSON value; undefined for what can't be a text in the index. */
function asText(given: unknown): string | undefined {
  if (given === undefined || given === null) return '';
  if (typeof given === 'object') return undefined;
  const text = String(given);
  return isStorable(text) ? strip(text) : undefined;
}

function isReadable<T>(range: { min: T | null | undefined; max: T | null | undefined }): range is Range<T> {
  return range.min !== undefined && range.max !== undefined;
}
