import { z } from 'zod';
import { LIMITS } from './limits.ts';
import { codePoints, IRI_FORBIDDEN, isStorable, normalize, strip } from './text.ts';

type TextOptions = {
  max: number;
  min?: number;
  /** `strip` removes outer white space, `normalize` also folds inner runs into one blank. */
  white?: 'strip' | 'normalize';
  lower?: boolean;
  pattern?: { regex: RegExp; message: string };
};

/**
 * A text field of a body: type check, then normalisation, then length (in code points) and format checks, as in
 * resources 2.1. The parsed value is the normalised one.
 */
export function text({ max, min = 1, white = 'strip', lower = false, pattern }: TextOptions) {
  const fold = white === 'strip' ? strip : normalize;
  return z
    .string({ error: 'Must be a string.' })
    .refine(isStorable, { error: 'Must not contain NUL characters or lone surrogates.', abort: true })
    .overwrite((value) => fold(lower ? value.toLowerCase() : value))
    .refine((value) => min === 0 || value.length > 0, { error: 'Must not be empty.', abort: true })
    .superRefine((value, context) => {
      const length = codePoints(value);
      if (length < min) context.addIssue({ code: 'custom', message: `Must have at least ${min} characters.` });
      if (length > max) context.addIssue({ code: 'custom', message: `Must have at most ${max} characters.` });
      if (pattern && !pattern.regex.test(value)) context.addIssue({ code: 'custom', message: pattern.message });
    })
    .meta({ maxLength: max, ...(min > 0 ? { minLength: min } : {}) });
}

export const IDENTIFIER_PATTERN = {
  regex: /^[a-z0-9_-]*$/,
  message: 'Must contain only the letters a-z, digits, "-" and "_".',
};
export const Identifier = text({ max: LIMITS.identifier, lower: true, pattern: IDENTIFIER_PATTERN });
export const Title = text({ max: LIMITS.title, white: 'normalize' });
export const Description = text({ max: LIMITS.description, min: 0 });
export const Tag = text({ max: LIMITS.tag, lower: true, white: 'normalize' });
export const Term = text({
  max: LIMITS.term,
  pattern: { regex: new RegExp(`^[^${IRI_FORBIDDEN.source.slice(1, -1)}]*$`, 'u'), message: 'Must be a valid IRI.' },
});

/** An array of tags: duplicates after normalisation removed, sorted by code point. */
export const Tags = z
  .array(Tag, { error: 'Must be an array of strings.' })
  .overwrite((tags) => [...new Set(tags)].sort(byCodePoint));

/** One of a few words, after lower-casing and stripping. */
export function word<const T extends readonly [string, ...string[]]>(values: T) {
  return z.preprocess(
    (value) => (typeof value === 'string' ? strip(value.toLowerCase()) : value),
    z.enum(values, { error: `Must be one of: ${values.join(', ')}.` }),
  );
}

/** An integer of a body: numeric strings count, fractions are cut off, booleans don't (resources 2.1). */
export function integer({ min, max }: { min?: number; max?: number } = {}) {
  let schema = z.int({ error: 'Must be an integer.' });
  if (min !== undefined) schema = schema.min(min, { error: `Must be at least ${min}.` });
  if (max !== undefined) schema = schema.max(max, { error: `Must be at most ${max}.` });
  return z.preprocess((value) => {
    if (typeof value === 'number') return Math.trunc(value);
    if (typeof value === 'string' && /^\s*[+-]?\d{1,16}\s*$/.test(value)) return Number(value);
    return value;
  }, schema);
}

/** Identifiers of rows: what does not fit the database's integer can't exist, and is refused where a body names it. */
export const RowId = integer({ min: -2147483648, max: 2147483647 });

/** A timestamp on the wire: UTC, `+00:00`, six fraction digits or none. */
export const Timestamp = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?\+00:00$/)
  .meta({ format: 'date-time' });

/** Compares two texts by code point, as PostgreSQL's C collation does. */
export function byCodePoint(a: string, b: string): number {
  const left = a[Symbol.iterator]();
  const right = b[Symbol.iterator]();
  for (;;) {
    const l = left.next();
    const r = right.next();
    if (l.done || r.done) return Number(Boolean(r.done)) - Number(Boolean(l.done));
    if (l.value !== r.value) return (l.value.codePointAt(0) as number) - (r.value.codePointAt(0) as number);
  }
}
