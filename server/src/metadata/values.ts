import type { ExtraType } from '@cairn/contract';
import { isStorable } from '@cairn/contract';
import { parseDate } from './dates.ts';
import { type Checked, UNSTORABLE } from './text.ts';

export type SimpleType = Exclude<ExtraType, 'dict' | 'list'>;
export type SimpleValue = string | number | boolean;

const MESSAGES = {
  str: 'Must be a string.',
  int: 'Must be an integer from -(2^53 - 1) to 2^53 - 1.',
  float: 'Must be a finite number.',
  bool: 'Must be true or false.',
  date: 'Must be a date and time in ISO 8601, for example 2026-03-01T08:15:30+01:00.',
} as const satisfies Record<SimpleType, string>;

/**
 * Checks a value (not null) of a simple type, strings already stripped, and turns dates to UTC. JSON's `1.0` is the
 * integer 1: a JavaScript reader sees no difference.
 */
export function checkValue(type: SimpleType, input: unknown): Checked<SimpleValue> {
  const value = readValue(type, input);
  if (value === null) return { messages: [MESSAGES[type]] };
  return typeof value === 'string' && !isStorable(value) ? { messages: [UNSTORABLE] } : { value };
}

function readValue(type: SimpleType, input: unknown): SimpleValue | null {
  switch (type) {
    case 'str':
      return typeof input === 'string' ? input : null;
    case 'int':
      // Adding 0 turns -0 into 0.
      return Number.isSafeInteger(input) ? (input as number) + 0 : null;
    case 'float':
      return Number.isFinite(input) ? (input as number) : null;
    case 'bool':
      return typeof input === 'boolean' ? input : null;
    case 'date':
      return typeof input === 'string' ? parseDate(input) : null;
  }
}
