import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Extra } from '../data/types.ts';
import { countEntries, pathOf, plainValues } from './outline.ts';

const volt = (value: number): Extra => ({ type: 'float', value, unit: 'V' });

test('nested entries are counted', () => {
  const extras: Extra[] = [
    { key: 'a', type: 'dict', value: [{ key: 'b', type: 'list', value: [volt(1), volt(2)] }] },
    { key: 'c', type: 'str', value: null },
  ];
  assert.equal(countEntries(extras), 5);
});

test('a path names keys, and places in lists', () => {
  assert.deepEqual(pathOf(['oven'], { key: 'steps', type: 'list', value: [] }, 3), ['oven', 'steps']);
  assert.deepEqual(pathOf(['oven', 'steps'], volt(1), 0), ['oven', 'steps', '1']);
});

test('only short lists of bare values with one unit stand on one line', () => {
  assert.equal(plainValues({ type: 'list', value: [volt(1), volt(2)] })?.length, 2);
  assert.equal(plainValues({ type: 'dict', value: [volt(1)] }), null);
  assert.equal(plainValues({ type: 'list', value: [] }), null);
  assert.equal(plainValues({ type: 'list', value: [volt(1), { type: 'float', value: 2, unit: 'mV' }] }), null);
  assert.equal(plainValues({ type: 'list', value: [{ ...volt(1), description: 'before' }] }), null);
  assert.equal(plainValues({ type: 'list', value: Array.from({ length: 13 }, (_, at) => volt(at)) }), null);
  assert.equal(plainValues({ type: 'list', value: [{ type: 'list', value: [] }] }), null);
});
