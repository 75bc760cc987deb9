import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '@cairn/contract';
import { hasTooManyValues } from './json-values.ts';

const array = (values: number) => `[${'1,'.repeat(values - 1)}1]`;

test('counts the values of a body up to the limit', () => {
  assert.equal(hasTooManyValues(array(LIMITS.jsonValues)), false);
  assert.equal(hasTooManyValues(array(LIMITS.jsonValues + 1)), true);
});

test('commas inside texts are no values', () => {
  assert.equal(hasTooManyValues(JSON.stringify({ a: ',"\\,'.repeat(LIMITS.jsonValues) })), false);
  assert.equal(hasTooManyValues(`{"a":"\\\\","b":${array(LIMITS.jsonValues)}}`), true);
});
