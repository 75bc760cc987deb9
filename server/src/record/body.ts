import { body, type ErrorTree, type Extra, LIMITS, READ_ONLY, recordInput } from '@cairn/contract';
import { z } from 'zod';
import { licenseNamed } from '../instance/index.ts';
import { parseExtras, serializeExtras } from '../metadata/index.ts';

/** Checked metadata with the text it is stored and answered as. */
export type StoredExtras = { list: Extra[]; text: string };

const extras = z
  .unknown()
  .transform((input, context): StoredExtras => {
    const parsed = parseExtras(input, { maxDepth: LIMITS.extrasDepth });
    if (!parsed.errors) return { list: parsed.extras, text: serializeExtras(parsed.extras) };
    for (const [path, message] of leaves(parsed.errors)) context.issues.push({ code: 'custom', message, path, input });
    return z.NEVER;
  })
  .meta({ $ref: '#/components/schemas/Extras' });

const license = recordInput.license.refine((name) => name === null || licenseNamed(name) !== undefined, {
  error: 'There is no license of this name.',
});

const input = { ...recordInput, license, extras };

/** POST /records. */
export const RecordCreate = body(
  {
    ...input,
    description: input.description.default(''),
    visibility: input.visibility.default('private'),
    type: input.type.default(null),
    license: input.license.default(null),
    tags: input.tags.default([]),
    extras: input.extras.optional(),
  },
  READ_ONLY,
);

/** PATCH /records/{id}. */
export const RecordUpdate = body(z.object(input).partial().shape, READ_ONLY);

function* leaves(errors: ErrorTree | string[], path: string[] = []): Generator<[string[], string]> {
  if (Array.isArray(errors)) for (const message of errors) yield [path, message];
  else for (const [key, nested] of Object.entries(errors)) yield* leaves(nested, [...path, key]);
}
