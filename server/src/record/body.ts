import { body, READ_ONLY, recordInput } from '@cairn/contract';
import { z } from 'zod';
import { LicenseField } from '../instance/index.ts';
import { extrasField } from '../metadata/index.ts';

const input = { ...recordInput, license: LicenseField, extras: extrasField() };

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
