import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isNarrowed, readSearch, SORTS, writeSearch } from './search-address.ts';

const text = fc.string({ unit: 'grapheme', minLength: 1 });

test('what is written into the address is read back', () => {
  const search = fc.record({
    query: fc.oneof(fc.constant(''), text),
    page: fc.integer({ min: 1, max: 100 }),
    sort: fc.constantFrom(...SORTS),
    type: fc.array(text),
    tag: fc.array(text),
    visibility: fc.constantFrom('' as const, 'private' as const, 'public' as const),
  });
  fc.assert(
    fc.property(search, (one) => assert.deepEqual(readSearch(new URLSearchParams(writeSearch(one))), { ...one })),
  );
});

test('a mistyped address opens the plain list', () => {
  const search = readSearch(new URLSearchParams('page=-3&sort=colour&visibility=secret&tag='));
  assert.equal(writeSearch(search), '');
  assert.equal(isNarrowed(search), false);
});
