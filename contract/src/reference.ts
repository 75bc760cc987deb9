import { z } from 'zod';
import { RowId } from './fields.ts';

/**
 * An object of a body that names something by its `id`. The other keys of what it names are ignored, so that what was
 * read can be sent back; unknown ones are errors (decision 2).
 */
export function reference(representation: z.ZodObject) {
  return named(representation, z.strictObject({ id: RowId }, { error: objectError }));
}

/** As `reference`, where `id` may be left out: nothing is named then. */
export function optionalReference(representation: z.ZodObject) {
  return named(representation, z.strictObject({ id: RowId.optional() }, { error: objectError }));
}

function named<S extends z.ZodType>(representation: z.ZodObject, schema: S) {
  const ignored = new Set(Object.keys(representation.shape).filter((key) => key !== 'id'));
  return z.preprocess(
    (value) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).filter(([key]) => !ignored.has(key)))
        : value,
    schema,
  );
}

/** The message for a value that is no object. */
export function objectError(issue: { code?: string; input?: unknown }): string | undefined {
  if (issue.code !== 'invalid_type') return undefined;
  return issue.input === undefined ? 'This field is required.' : 'Must be a JSON object.';
}
