import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ErrorTree } from '@cairn/contract';
import { Extras } from '@cairn/contract';
import fc from 'fast-check';
import { flattenExtras } from './flatten.ts';
import { parseExtras } from './parse.ts';
import { serializeExtras } from './serialize.ts';

const word = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.string({ unit: 'binary', maxLength: 4 }),
  fc.constantFrom(' a ', '', 'µm'),
);
const values = {
  str: word,
  int: fc.oneof(fc.maxSafeInteger(), fc.integer()),
  float: fc.double({ noNaN: true, noDefaultInfinity: true }),
  bool: fc.boolean(),
  date: fc
    .date({ min: new Date('0001-01-02T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true })
    .map((date) => date.toISOString()),
};
const instructions = {
  str: fc.record({ required: fc.boolean(), options: fc.array(word, { maxLength: 3 }) }, { requiredKeys: [] }),
  int: fc.record({ range: fc.record({ min: fc.integer(), max: fc.integer() }) }, { requiredKeys: [] }),
  float: fc.record({ options: fc.array(values.float, { maxLength: 3 }) }, { requiredKeys: [] }),
  bool: fc.record({ required: fc.constantFrom('yes', 0, true) }, { requiredKeys: [] }),
  date: fc.constant({}),
};
type Simple = keyof typeof values;
const simple = (type: Simple) =>
  fc.record(
    {
      type: fc.constant(type),
      key: word,
      value: fc.option(values[type] as fc.Arbitrary<unknown>),
      unit: fc.option(word),
      description: word,
      term: word,
      validation: instructions[type] as fc.Arbitrary<unknown>,
    },
    { requiredKeys: ['type', 'key'] },
  );
/** Extras that are often right and often a little wrong. */
const { extras: plausible } = fc.letrec<{ extras: unknown[]; extra: unknown }>((tie) => ({
  extras: fc.array(tie('extra'), { maxLength: 4 }),
  extra: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    ...(Object.keys(values) as Simple[]).map(simple),
    fc.record({ type: fc.constantFrom('dict', 'list'), key: word, value: tie('extras') }),
  ),
}));
const anything = fc.oneof({ weight: 5, arbitrary: plausible }, { weight: 1, arbitrary: fc.jsonValue() });

test('what was accepted and written is accepted again and written the same', () => {
  let accepted = 0;
  fc.assert(
    fc.property(plausible, fc.boolean(), (input, template) => {
      const first = parseExtras(input, { template });
      if (first.errors) return;
      accepted++;
      const text = serializeExtras(first.extras);
      const second = parseExtras(JSON.parse(text), { template });
      assert.equal(second.errors, null);
      assert.equal(serializeExtras(second.extras ?? []), text);
      assert.ok(Extras.safeParse(first.extras).success, text);
      for (const entry of flattenExtras(first.extras)) assert.ok(entry.path.isWellFormed());
    }),
    { numRuns: 1000 },
  );
  assert.ok(accepted > 50, `only ${accepted} inputs were accepted`);
});

test('any JSON is either accepted or refused with errors at places that the input has', () => {
  fc.assert(
    fc.property(anything, (input) => {
      const { extras, errors } = parseExtras(input);
      assert.ok((extras === null) !== (errors === null));
      if (errors) follow(errors, input);
    }),
    { numRuns: 1000 },
  );
});

/** Missing fields are the only errors whose place is not in the input; `_schema` stands for the container itself. */
function follow(errors: ErrorTree | string[], input: unknown): void {
  if (Array.isArray(errors)) {
    assert.ok(errors.length > 0 && errors.every((message) => message.length > 0));
    return;
  }
  assert.ok(Object.keys(errors).length > 0);
  for (const [key, child] of Object.entries(errors)) {
    if (key === '_schema' && Array.isArray(child)) continue;
    if (Array.isArray(child) && child.some((message) => message.endsWith('is required.'))) continue;
    assert.ok(typeof input === 'object' && input !== null && Object.hasOwn(input, key), key);
    follow(child, (input as Record<string, unknown>)[key]);
  }
}

test('hostile sizes are answered without exhausting the stack', () => {
  const deep = JSON.parse(`${'[{"type":"list","key":"k","value":'.repeat(1000)}[]${'}]'.repeat(1000)}`);
  assert.notEqual(parseExtras(deep).errors, null);
  const wide = Array.from({ length: 100_000 }, (_, index) => ({
    type: 'int',
    key: `k${index}`,
    value: index,
    unit: 'mm',
  }));
  const { extras } = parseExtras(wide);
  assert.equal(flattenExtras(extras ?? []).length, 100_000);
  assert.equal(JSON.parse(serializeExtras(extras ?? [])).length, 100_000);
  const faulty = parseExtras(wide.map(() => 'x'));
  assert.equal(Object.keys(faulty.errors ?? {}).length, 100_000);
  const blanks = `a${' '.repeat(300_000)}b`;
  assert.equal(parseExtras([{ type: 'str', key: blanks, value: blanks }]).errors, null);
});
