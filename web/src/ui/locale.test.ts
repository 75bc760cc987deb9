import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localeFor } from './locale.ts';

test("takes the browser's variant of the chosen language", () => {
  assert.equal(localeFor('de', ['en-GB', 'de-AT', 'de']), 'de-AT');
});

test('passes over names that are no language tags', () => {
  assert.equal(localeFor('en', ['en-US@posix']), 'en');
  assert.equal(localeFor('en', ['en-US@posix', 'en-AU']), 'en-AU');
});
