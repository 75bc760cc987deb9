import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatAgo, formatNumber, formatSize, numberParts } from './format.ts';

test('sizes use decimal units and the sign of the language', () => {
  assert.equal(formatSize(0, 'en'), '0 bytes');
  assert.equal(formatSize(1, 'en'), '1 byte');
  assert.equal(formatSize(1234, 'en'), '1.2 kB');
  assert.equal(formatSize(1234, 'de'), '1,2 kB');
  assert.equal(formatSize(999_960, 'en'), '1 MB');
  assert.equal(formatSize(120_000_000, 'en'), '120 MB');
});

test('times are near in words and far as a day', () => {
  const now = new Date('2026-03-01T12:00:00Z');
  assert.equal(formatAgo('2026-03-01T11:59:50Z', now, 'en'), 'now');
  assert.equal(formatAgo('2026-03-01T09:00:00Z', now, 'en'), '3 hours ago');
  assert.equal(formatAgo('2026-02-28T12:00:00Z', now, 'de'), 'gestern');
  assert.equal(formatAgo('2025-03-01T12:00:00Z', now, 'en'), 'Mar 1, 2025');
});

test('measured values keep every digit', () => {
  assert.equal(formatNumber(0.1, 'en'), '0.1');
  assert.equal(formatNumber(1234.5, 'de'), '1234,5');
  assert.equal(formatNumber(1234567, 'en'), '1\u202f234\u202f567');
  assert.equal(formatNumber(-3, 'en'), '−3');
  assert.equal(formatNumber(1.38e-23, 'en'), '1.38 × 10⁻²³');
  assert.equal(formatNumber(6.02e23, 'de'), '6,02 × 10²³');
  assert.deepEqual(numberParts(12.25, 'en'), { whole: '12', fraction: '.25', exponent: null });
});
