import {
  body,
  parseBody,
  READ_ONLY,
  recordTemplateInput,
  resourceInput,
  type TemplateType,
  TemplateTypeInput,
} from '@cairn/contract';
import { z } from 'zod';
import { LicenseField } from '../instance/index.ts';
import { jsonText, writeObject } from '../kernel/index.ts';
import { extrasField, reportErrors } from '../metadata/index.ts';

/** Checked data of a template, with the text it is stored and answered as. */
export type StoredData = { type: TemplateType; text: string };

const extras = extrasField({ template: true });
const recordData = body({
  ...recordTemplateInput,
  license: LicenseField.default(null),
  extras: extras.optional(),
});
const extrasData = body({ data: extras });

/** What is wrong with data that is not of the form its type has. */
export const WRONG_FORM = { record: 'Must be a JSON object.', extras: 'Must be an array.' } as const;

// For the document, which can't see into the reading below.
const { $schema, ...recordForm } = z.toJSONSchema(recordData.schema, {
  io: 'input',
  unrepresentable: 'any',
  override: ({ zodSchema, jsonSchema }) => Object.assign(jsonSchema, z.globalRegistry.get(zodSchema) ?? {}),
});

/** Data together with the type it is for; without one, its own form tells. */
class Typed {
  readonly type: TemplateType | undefined;
  readonly data: unknown;

  constructor(type: TemplateType | undefined, data: unknown) {
    this.type = type;
    this.data = data;
  }
}

const data = z
  .unknown()
  .transform((input, context) => {
    const typed = input instanceof Typed ? input : new Typed(undefined, input);
    return readData(typed.data, typed.type, context);
  })
  .meta({
    anyOf: [recordForm, { $ref: '#/components/schemas/Extras' }],
    description: 'For the type `record` what a record starts with, all optional; for `extras` the metadata.',
  });

const create = body(
  {
    ...resourceInput,
    description: resourceInput.description.default(''),
    visibility: resourceInput.visibility.default('private'),
    type: TemplateTypeInput,
    data,
  },
  READ_ONLY,
);

/** POST /templates. The data is checked against the type along with all other fields. */
export const TemplateCreate = { ...create, schema: z.preprocess(withType, create.schema) };

/** PATCH /templates/{id}. The type is fixed: like the id, it is ignored where it is sent back (decision 2). */
export const TemplateUpdate = body(z.object({ ...resourceInput, data }).partial().shape, [...READ_ONLY, 'type']);

function withType(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || !('data' in input)) return input;
  const type = TemplateTypeInput.safeParse('type' in input ? input.type : undefined).data;
  return { ...input, data: new Typed(type, input.data) };
}

// Checks data and fills it in (resources 2.6).
function readData(input: unknown, type: TemplateType | undefined, context: z.RefinementCtx): StoredData {
  const fail = (errors: Parameters<typeof reportErrors>[1]): StoredData => {
    reportErrors(context, errors);
    return z.NEVER;
  };
  if (input === undefined) return fail(['This field is required.']);
  if (input === null) return fail(['Must not be null.']);
  const form = Array.isArray(input) ? 'extras' : typeof input === 'object' ? 'record' : undefined;
  if (form === undefined || (type !== undefined && type !== form)) {
    return fail({ _schema: [type ? WRONG_FORM[type] : 'Must be a JSON object or an array.'] });
  }
  if (form === 'extras') {
    const parsed = parseBody(extrasData, { data: input });
    return 'errors' in parsed ? fail(parsed.errors.data ?? {}) : { type: form, text: parsed.value.data.text };
  }
  const parsed = parseBody(recordData, input);
  if ('errors' in parsed) return fail(parsed.errors);
  const { extras: entries, ...values } = parsed.value;
  return {
    type: form,
    text: writeObject(values, { extras: jsonText(entries?.text ?? '[]') }),
  };
}
