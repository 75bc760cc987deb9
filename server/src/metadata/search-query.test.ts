import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { parseExtrasQuery } from './search-query.ts';

const parse = (query: unknown) => parseExtrasQuery(JSON.stringify(query));
const key = { mode: 'tolerant', text: 'temperature' };
/** The value condition of a search with one object. */
const value = (item: object) => parse({ key: 'temperature', ...item })?.[0]?.[0]?.value;
const nothing = { type: 'nothing' };

suite('the extras search parameter', () => {
  test('what is no array of objects is no filter', () => {
    for (const text of [undefined, '', 'x', '[', 'null', '5', '"a"', 'true', '[]', '[{"key":"a"},5]', '[null]', '{}']) {
      assert.equal(parseExtrasQuery(text), null, text);
    }
  });

  test('a single object is a list of one', () => {
    assert.deepEqual(parse({ key: 'temperature' }), [[{ key, value: { type: 'anything' } }]]);
  });

  test('AND binds tighter than OR, and only a lower-case `or` is one', () => {
    const match = (text: string) => ({ key: { mode: 'exact', text }, value: { type: 'anything' } });
    const item = (text: string, link?: unknown) => ({ key: `"${text}"`, link });
    assert.deepEqual(
      parse([item('a', 'or'), item('b'), item('c', 'or'), item('d', 'OR'), item('e', 'and'), item('f', 'or')]),
      [[match('a'), match('b')], [match('c'), match('d'), match('e')], [match('f')]],
    );
  });

  test('an object without type and key is ignored', () => {
    assert.equal(parse([{ str: 'x' }, { type: 'other', key: '' }]), null);
    assert.equal(parse([{ str: 'x' }, { type: 'bool' }])?.flat().length, 1);
  });

  test('keys and texts: quoted, up to 2 characters, more', () => {
    const read = (text: unknown) => parse({ key: text })?.[0]?.[0]?.key;
    assert.deepEqual(read('"a.b"'), { mode: 'exact', text: 'a.b' });
    assert.deepEqual(read('""'), { mode: 'exact', text: '' });
    assert.deepEqual(read('"'), { mode: 'short', text: '"' });
    assert.deepEqual(read('😀b'), { mode: 'short', text: '😀b' });
    assert.deepEqual(read(' abc '), { mode: 'tolerant', text: 'abc' });
    assert.deepEqual(read(100), { mode: 'tolerant', text: '100' });
    assert.deepEqual(value({ type: 'str', str: 12 }), { type: 'str', match: { mode: 'short', text: '12' } });
    assert.deepEqual(value({ type: 'str' }), { type: 'str', match: null });
  });

  test('numbers and texts of numbers are bounds, anything else finds nothing', () => {
    assert.deepEqual(value({ type: 'numeric', numeric: { min: '-1.5e2', max: 3 } }), {
      type: 'number',
      range: { min: -150, max: 3 },
    });
    assert.deepEqual(value({ type: 'numeric', numeric: { min: '', max: null } }), {
      type: 'number',
      range: { min: null, max: null },
    });
    for (const numeric of [undefined, null, 5, []]) {
      assert.deepEqual(value({ type: 'numeric', numeric }), { type: 'number', range: { min: null, max: null } });
    }
    for (const min of ['abc', '1,5', '0x10', true, {}, [], 'Infinity'])
      assert.deepEqual(value({ type: 'numeric', numeric: { min } }), nothing);
  });

  test('a known unit turns bounds to the base unit, an unknown one is compared by words', () => {
    assert.deepEqual(value({ type: 'numeric', numeric: { min: 5, unit: 'mm' } }), {
      type: 'quantity',
      dimension: 'L',
      range: { min: 0.005, max: null },
    });
    assert.deepEqual(value({ type: 'numeric', numeric: { max: -1e308, unit: 'GHz' } }), {
      type: 'quantity',
      dimension: 'T-1',
      range: { min: null, max: Number.NEGATIVE_INFINITY },
    });
    assert.deepEqual(value({ type: 'numeric', numeric: { min: 5, unit: 'Big Boxes' } }), {
      type: 'worded unit',
      unit: 'big boxes',
      words: ['big', 'boxes'],
      range: { min: 5, max: null },
    });
  });

  test('a day reaches from its first to its last moment', () => {
    assert.deepEqual(value({ type: 'date', date: { min: '2020-1-2', max: '2020-01-02' } }), {
      type: 'date',
      range: { min: '2020-01-02T00:00:00+00:00', max: '2020-01-02T23:59:59.999999+00:00' },
    });
    assert.deepEqual(value({ type: 'date', date: { min: '2020-01-02T12:00:00.5+01:00' } }), {
      type: 'date',
      range: { min: '2020-01-02T11:00:00.500000+00:00', max: null },
    });
    for (const min of ['yesterday', '2020-02-30', 5, true, {}])
      assert.deepEqual(value({ type: 'date', date: { min } }), nothing);
  });

  test('booleans may be words; other values are any boolean', () => {
    for (const yes of [true, 'true', 'TRUE'])
      assert.deepEqual(value({ type: 'bool', bool: yes }), { type: 'bool', value: true });
    for (const no of [false, 'False'])
      assert.deepEqual(value({ type: 'bool', bool: no }), { type: 'bool', value: false });
    for (const any of [undefined, null, 1, 'yes'])
      assert.deepEqual(value({ type: 'bool', bool: any }), { type: 'bool', value: null });
  });

  test('texts that cannot be stored find nothing', () => {
    for (const bad of ['a\u0000b', '\ud800ab']) {
      assert.deepEqual(value({ type: 'str', str: bad }), nothing);
      assert.deepEqual(value({ type: 'numeric', numeric: { unit: bad } }), nothing);
      assert.deepEqual(parse({ key: bad })?.[0]?.[0]?.value, nothing);
    }
  });

  test('never throws', () => {
    const anyItem = fc.record(
      {
        link: fc.constantFrom('or', 'and', 5),
        key: fc.jsonValue(),
        type: fc.constantFrom('str', 'numeric', 'bool', 'date', 'x'),
        str: fc.jsonValue(),
        numeric: fc.oneof(
          fc.jsonValue(),
          fc.record({ min: fc.jsonValue(), max: fc.jsonValue(), unit: fc.jsonValue() }),
        ),
        bool: fc.jsonValue(),
        date: fc.oneof(fc.jsonValue(), fc.record({ min: fc.jsonValue(), max: fc.jsonValue() })),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(fc.array(anyItem), fc.jsonValue()), (input) => {
        for (const alternative of parse(input) ?? []) assert.ok(alternative.length > 0);
      }),
      { numRuns: 500 },
    );
    parseExtrasQuery(`[{"key":${'['.repeat(20_000)}${']'.repeat(20_000)}}]`);
    parseExtrasQuery('['.repeat(100_000));
  });
});
