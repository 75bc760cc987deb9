import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { select } from './conditions.ts';

const NOW = { etag: '"abc"', modified: new Date('2026-03-01T08:15:30.750Z') };
const DATE = 'Sun, 01 Mar 2026 08:15:30 GMT';

const range = (header: string, size = 10) => select({ range: header }, NOW, size);
const part = (start: number, end: number) => ({ status: 206, range: { start, end } });

describe('the range of a download', () => {
  it('is everything unless one range of bytes is asked for', () => {
    for (const header of ['bytes=', 'bytes=-', 'bytes=a-b', 'items=0-1', 'bytes=0-1,3-4', 'bytes=5-4', '0-1']) {
      assert.deepEqual(range(header), { status: 200 }, header);
    }
    assert.deepEqual(select({}, NOW, 10), { status: 200 });
  });

  it('reaches from the first to the last byte asked for, within the file', () => {
    assert.deepEqual(range('bytes=0-0'), part(0, 0));
    assert.deepEqual(range('bytes=2-5'), part(2, 5));
    assert.deepEqual(range('bytes=2-'), part(2, 9));
    assert.deepEqual(range('bytes=2-99'), part(2, 9));
    assert.deepEqual(range('bytes=-3'), part(7, 9));
    assert.deepEqual(range('bytes=-99'), part(0, 9));
    assert.deepEqual(range('BYTES = 0 - 1'), part(0, 1));
  });

  it('can not be satisfied beyond the end or in an empty file', () => {
    for (const header of ['bytes=10-', 'bytes=10-12', 'bytes=-0'])
      assert.deepEqual(range(header), { status: 416 }, header);
    for (const header of ['bytes=0-', 'bytes=-1']) assert.deepEqual(range(header, 0), { status: 416 }, header);
  });

  it('is only served if the content is still the one of If-Range', () => {
    const at = (condition: string) => select({ range: 'bytes=0-1', 'if-range': condition }, NOW, 10).status;
    assert.equal(at('"abc"'), 206);
    assert.equal(at('"other"'), 200);
    assert.equal(at('W/"abc"'), 200);
    assert.equal(at(DATE), 206);
    assert.equal(at('Sun, 01 Mar 2026 08:15:31 GMT'), 200);
    assert.equal(at('nonsense'), 200);
  });
});

describe('content that a reader may know', () => {
  it('is not sent again to a reader who has it', () => {
    for (const tags of ['"abc"', 'W/"abc"', '"x", "abc"', '*']) {
      assert.deepEqual(select({ 'if-none-match': tags, range: 'bytes=0-1' }, NOW, 10), { status: 304 }, tags);
    }
    assert.deepEqual(select({ 'if-modified-since': DATE }, NOW, 10), { status: 304 });
  });

  it('is sent to a reader who has another version', () => {
    assert.deepEqual(select({ 'if-none-match': '"x"', 'if-modified-since': DATE }, NOW, 10), { status: 200 });
    assert.deepEqual(select({ 'if-modified-since': 'Sun, 01 Mar 2026 08:15:29 GMT' }, NOW, 10), { status: 200 });
    assert.deepEqual(select({ 'if-modified-since': 'nonsense' }, NOW, 10), { status: 200 });
  });
});
