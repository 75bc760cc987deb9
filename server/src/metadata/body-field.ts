import { type ErrorTree, type Extra, LIMITS } from '@cairn/contract';
import { z } from 'zod';
import { type ParseOptions, parseExtras } from './parse.ts';
import { serializeExtras } from './serialize.ts';

/** Checked metadata with the text it is stored and answered as. */
export type StoredExtras = { list: Extra[]; text: string };

/** A body field of metadata; each problem is reported at its place deep inside (resources 2.5). */
export function extrasField({ template = false }: Pick<ParseOptions, 'template'> = {}) {
  return z
    .unknown()
    .transform((input, context): StoredExtras => {
      const parsed = parseExtras(input, { template, maxDepth: LIMITS.extrasDepth });
      if (!parsed.errors) return { list: parsed.extras, text: serializeExtras(parsed.extras) };
      reportErrors(context, parsed.errors);
      return z.NEVER;
    })
    .meta({ $ref: '#/components/schemas/Extras' });
}

/** Hands a tree of problems to zod, each message at its place below the field. */
export function reportErrors(context: z.RefinementCtx, errors: ErrorTree | string[], path: string[] = []): void {
  if (Array.isArray(errors)) {
    for (const message of errors) context.issues.push({ code: 'custom', message, path, input: context.value });
  } else {
    for (const [key, nested] of Object.entries(errors)) reportErrors(context, nested, [...path, key]);
  }
}
