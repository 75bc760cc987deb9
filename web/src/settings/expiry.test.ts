import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expiryOf } from './expiry.ts';

test('a life begins now and ends after its days, or never', () => {
  const now = new Date('2026-02-01T12:00:00Z');
  assert.equal(expiryOf('month', now), '2026-03-03T12:00:00.000Z');
  assert.equal(expiryOf('never', now), null);
});
