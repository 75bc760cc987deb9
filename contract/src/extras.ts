import { z } from 'zod';

/** The seven types of an extra (resources 2.5). `dict` and `list` hold further extras, the others one value. */
export const EXTRA_TYPES = ['str', 'int', 'float', 'bool', 'date', 'dict', 'list'] as const;
export type ExtraType = (typeof EXTRA_TYPES)[number];

/** What a value has to fulfil, as stored: only instructions that say something. */
export type Validation = {
  required?: true;
  range?: { min: number | null; max: number | null };
  options?: (string | number)[];
  iri?: true;
};

type Common = {
  /** Absent directly inside a list. */
  key?: string;
  description?: string;
  term?: string;
};
type Checked = Common & { validation?: Validation };
export type StringExtra = Checked & { type: 'str'; value: string | null };
type Numeric = Checked & { value: number | null; unit: string | null };
export type IntegerExtra = Numeric & { type: 'int' };
export type FloatExtra = Numeric & { type: 'float' };
export type BooleanExtra = Checked & { type: 'bool'; value: boolean | null };
export type DateExtra = Checked & { type: 'date'; value: string | null };
export type DictExtra = Common & { type: 'dict'; value: Extra[] };
export type ListExtra = Common & { type: 'list'; value: Extra[] };
/** An extra with a value of its own. */
export type LeafExtra = StringExtra | IntegerExtra | FloatExtra | BooleanExtra | DateExtra;
/** One piece of typed metadata, in the normalised form that is stored and answered. */
export type Extra = LeafExtra | DictExtra | ListExtra;

const common = {
  key: z.string().min(1).optional().describe('Name of the value; unique among its siblings, absent inside a list.'),
  description: z.string().min(1).optional(),
  term: z.string().min(1).optional().describe('IRI of the term that defines the value.'),
};
const numbers = z.strictObject({ min: z.number().nullable(), max: z.number().nullable() });
const required = z.literal(true).optional().describe('The value must not be null.');
const unit = z.string().min(1).nullable();

const StringExtra = z.strictObject({
  type: z.literal('str'),
  ...common,
  value: z.string().nullable(),
  validation: z
    .strictObject({ required, options: z.array(z.string()).optional(), iri: z.literal(true).optional() })
    .optional(),
});
const numeric = <T extends 'int' | 'float'>(type: T, number: z.ZodNumber) =>
  z.strictObject({
    type: z.literal(type),
    ...common,
    value: number.nullable(),
    unit,
    validation: z.strictObject({ required, range: numbers.optional(), options: z.array(number).optional() }).optional(),
  });
const BooleanExtra = z.strictObject({
  type: z.literal('bool'),
  ...common,
  value: z.boolean().nullable(),
  validation: z.strictObject({ required }).optional(),
});
const DateExtra = z.strictObject({
  type: z.literal('date'),
  ...common,
  value: z.string().nullable().describe('UTC, for example `2026-03-01T08:15:30.123456+00:00`.'),
  validation: z.strictObject({ required }).optional(),
});
const nested = <T extends 'dict' | 'list'>(type: T) =>
  z.strictObject({ type: z.literal(type), ...common, value: z.lazy(() => Extras) });

/** An extra as it is answered. Bodies are read by the server's metadata room, which names each problem at its place. */
export const Extra: z.ZodType<Extra> = z
  .discriminatedUnion('type', [
    StringExtra,
    numeric('int', z.int()),
    numeric('float', z.number()),
    BooleanExtra,
    DateExtra,
    nested('dict'),
    nested('list'),
  ])
  .meta({ id: 'Extra' }) as z.ZodType<Extra>;

export const Extras: z.ZodType<Extra[]> = z.array(Extra).meta({ id: 'Extras' });

const bound = z.union([z.number(), z.string()]).nullable().optional();

/** One condition of the `extras` search parameter (resources 4.4). What can't be read is ignored or finds nothing. */
export const ExtrasQueryItem = z
  .object({
    link: z.enum(['and', 'or']).optional().describe('How it joins the conditions before it; `and` binds tighter.'),
    key: z.string().optional().describe('The key, nested ones joined by `.`; in double quotes: exactly this key.'),
    type: z.enum(['str', 'numeric', 'bool', 'date']).optional().describe('Without it only the key is looked at.'),
    str: z.string().optional().describe('In double quotes: exactly this text.'),
    numeric: z.object({ min: bound, max: bound, unit: z.string().nullable().optional() }).optional(),
    bool: z.union([z.boolean(), z.string()]).optional(),
    date: z.object({ min: z.string().nullable().optional(), max: z.string().nullable().optional() }).optional(),
  })
  .meta({ id: 'ExtrasQueryItem' });
export type ExtrasQueryItem = z.infer<typeof ExtrasQueryItem>;

/** The `extras` search parameter, before it is written as JSON into the address. */
export const ExtrasQuery = z.array(ExtrasQueryItem).meta({ id: 'ExtrasQuery' });
