import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Extra } from '@cairn/contract';
import { serializeExtras } from './serialize.ts';

test('floats keep their point, also in ranges and options; integers have none', () => {
  const extras: Extra[] = [
    {
      type: 'float',
      key: 'a',
      value: 3,
      unit: 'K',
      validation: { range: { min: -1, max: null }, options: [3, 0.5, 1e21] },
    },
    { type: 'int', key: 'b', value: 3, unit: null, validation: { range: { min: 0, max: 5 } } },
    { type: 'float', key: 'c', value: null, unit: null },
  ];
  assert.equal(
    serializeExtras(extras),
    '[{"type":"float","key":"a","value":3.0,"unit":"K","validation":{"range":{"min":-1.0,"max":null},"options":[3.0,0.5,1e+21]}},' +
      '{"type":"int","key":"b","value":3,"unit":null,"validation":{"range":{"min":0,"max":5}}},' +
      '{"type":"float","key":"c","value":null,"unit":null}]',
  );
});

test('apart from floats the text is what JSON.stringify writes', () => {
  const extras: Extra[] = [
    {
      type: 'str',
      key: 'ä"\n',
      value: '\u2028',
      description: 'd',
      term: 't',
      validation: { iri: true, options: ['x'] },
    },
    { type: 'bool', key: 'b', value: false },
    { type: 'dict', key: 'd', value: [{ type: 'list', key: 'l', value: [] }] },
    { type: 'date', key: 't', value: null, validation: { required: true } },
  ];
  assert.equal(serializeExtras(extras), JSON.stringify(extras));
});
