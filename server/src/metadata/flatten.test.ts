import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Extra } from '@cairn/contract';
import { flattenExtras } from './flatten.ts';

const none = { text: null, num: null, unit: null, dimension: null, quantity: null, date: null, bool: null };

test('leaves are found by their keys joined by points, list items by their position from 1', () => {
  const extras: Extra[] = [
    { type: 'str', key: 'a', value: 'x' },
    {
      type: 'dict',
      key: 'nest',
      value: [
        {
          type: 'list',
          key: 'lst',
          value: [
            { type: 'bool', value: true },
            { type: 'list', value: [{ type: 'int', value: 5, unit: 'mm' }] },
          ],
        },
      ],
    },
    { type: 'date', key: 'd', value: '2020-01-01T00:00:00+00:00' },
    { type: 'dict', key: 'empty', value: [] },
  ];
  assert.deepEqual(flattenExtras(extras), [
    { ...none, path: 'a', text: 'x' },
    { ...none, path: 'nest.lst.1', bool: true },
    { ...none, path: 'nest.lst.2.1', num: 5, unit: 'mm', dimension: 'L', quantity: 0.005 },
    { ...none, path: 'd', date: '2020-01-01T00:00:00+00:00' },
  ]);
});

test('a leaf without value keeps its path only', () => {
  assert.deepEqual(flattenExtras([{ type: 'float', key: 'a', value: null, unit: 'K' }]), [{ ...none, path: 'a' }]);
});

test('an unknown unit is kept as text, no unit has no quantity of its own', () => {
  assert.deepEqual(
    flattenExtras([
      { type: 'int', key: 'a', value: 2, unit: 'boxes' },
      { type: 'int', key: 'b', value: 2, unit: null },
    ]),
    [
      { ...none, path: 'a', num: 2, unit: 'boxes' },
      { ...none, path: 'b', num: 2 },
    ],
  );
});

test('long keys, units and texts are cut between characters, however often an outer key repeats', () => {
  const inner: Extra[] = [{ type: 'str', key: 'k', value: `${'x'.repeat(7999)}😀` }];
  const [leaf] = flattenExtras([{ type: 'dict', key: `${'a'.repeat(399)}😀`, value: inner }]);
  assert.equal(leaf?.path, `${'a'.repeat(399)}.`);
  assert.equal(leaf?.text, 'x'.repeat(7999));
});
