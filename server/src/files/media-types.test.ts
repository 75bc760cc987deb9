import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mediaTypes } from './media-types.ts';

async function typesOf(name: string, content: string | Buffer, given: string | null = null) {
  const bytes = Buffer.from(content as string);
  const { mimetype, magic_mimetype } = await mediaTypes({
    name,
    size: bytes.length,
    given,
    head: bytes.subarray(0, 1_000_000),
    whole: async () => bytes,
  });
  return [mimetype, magic_mimetype];
}

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex');
const FLOW = '{"nodes": [], "connections": [], "variables": []}';
const TOOL = '<program name="ls"><param name="long" type="flag"/></program>';
const DASHBOARD = '{"name": "x", "layout": {}, "layoutAssignments": {}, "panels": {}}';

describe('media types of a file', () => {
  it('come from the content when name and uploader say nothing', async () => {
    assert.deepEqual(await typesOf('plain', 'hello\n'), ['text/plain', 'text/plain']);
    assert.deepEqual(await typesOf('picture', PNG), ['image/png', 'image/png']);
    assert.deepEqual(await typesOf('nothing', ''), ['application/x-empty', 'application/x-empty']);
    assert.deepEqual(await typesOf('noise', Buffer.from([1, 2, 0, 255, 254, 3])), [
      'application/octet-stream',
      'application/octet-stream',
    ]);
  });

  it('come from the name before the content, and from the uploader before the name', async () => {
    assert.deepEqual(await typesOf('data.csv', 'hello\n'), ['text/csv', 'text/plain']);
    assert.deepEqual(await typesOf('data.csv', 'hello\n', 'text/x-special'), ['text/x-special', 'text/plain']);
  });

  it('take only what follows the last dot of a base name for an extension', async () => {
    assert.deepEqual(await typesOf('csv', 'hello\n'), ['text/plain', 'text/plain']);
    assert.deepEqual(await typesOf('.csv', 'hello\n'), ['text/plain', 'text/plain']);
    assert.deepEqual(await typesOf('a.csv/b', 'hello\n'), ['text/plain', 'text/plain']);
    assert.deepEqual(await typesOf('a/b.c.CSV', 'hello\n'), ['text/csv', 'text/plain']);
    assert.deepEqual(await typesOf('run.h5', 'hello\n'), ['application/x-hdf5', 'text/plain']);
  });

  it('name JSON and XML that libmagic takes for plain text', async () => {
    assert.deepEqual(await typesOf('number', '42\n'), ['application/json', 'application/json']);
    assert.deepEqual(await typesOf('tree', '<a><b/></a>'), ['application/xml', 'application/xml']);
    assert.deepEqual(await typesOf('tree', '<?xml version="1.0"?><a/>'), ['application/xml', 'application/xml']);
    assert.deepEqual(await typesOf('broken', '<a><b></a>'), ['text/plain', 'text/plain']);
    assert.deepEqual(await typesOf('bomb', '<!DOCTYPE a [<!ENTITY x "y">]><a>&undefined;</a>'), [
      'text/plain',
      'text/plain',
    ]);
  });

  it('name the documents that the service knows, before what the file name says', async () => {
    assert.deepEqual(await typesOf('a.json', FLOW), ['application/x-flow+json', 'application/x-flow+json']);
    assert.deepEqual(await typesOf('a.xml', TOOL), ['application/x-tool+xml', 'application/x-tool+xml']);
    assert.deepEqual(await typesOf('a.xml', `<?xml version="1.0"?>${TOOL}`), [
      'application/x-tool+xml',
      'application/x-tool+xml',
    ]);
    assert.deepEqual(await typesOf('a', DASHBOARD), ['application/x-dashboard+json', 'application/x-dashboard+json']);
  });

  it('do not mistake what only resembles such a document', async () => {
    assert.deepEqual(await typesOf('a', '{"nodes": [], "connections": [], "b": 1, "c": 2}'), [
      'application/json',
      'application/json',
    ]);
    assert.deepEqual(await typesOf('a', '{"nodes": {}, "connections": []}'), ['application/json', 'application/json']);
    assert.deepEqual(await typesOf('a', '<program><param name="a" type="b"/></program>'), [
      'application/xml',
      'application/xml',
    ]);
    assert.deepEqual(await typesOf('a', '<program name="a"><other/></program>'), [
      'application/xml',
      'application/xml',
    ]);
    assert.deepEqual(await typesOf('a', '{"name": 1, "layout": {}, "layoutAssignments": {}, "panels": {}}'), [
      'application/json',
      'application/json',
    ]);
  });

  it('leave text beyond 10 MB as it is', async () => {
    const long = Buffer.alloc(10_000_001, ' ');
    long.write('<a', 0);
    long.write('></a>', 9_999_990);
    assert.deepEqual(await typesOf('long', long), ['text/plain', 'text/plain']);
    assert.deepEqual(await typesOf('long', long.subarray(1)), ['text/plain', 'text/plain']);
    assert.deepEqual(await typesOf('long', Buffer.concat([long.subarray(0, 9_999_990), Buffer.from('></a>')])), [
      'application/xml',
      'application/xml',
    ]);
  });
});
