import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EXTRA_TYPES, type Extra, LIMITS } from '@cairn/contract';
import { decode } from 'fast-png';
import { parseExtras } from '../../metadata/index.ts';
import { openDatasets } from '../datasets.ts';
import { makeLaboratory } from './index.ts';

const records = await makeLaboratory(openDatasets());

function allOf(extras: readonly Extra[]): Extra[] {
  return extras.flatMap((extra) => [
    extra,
    ...(extra.type === 'dict' || extra.type === 'list' ? allOf(extra.value) : []),
  ]);
}

describe('the demo laboratory', () => {
  it('has some sixty records, each with an identifier of its own', () => {
    assert.ok(records.length >= 60);
    assert.equal(new Set(records.map(({ identifier }) => identifier)).size, records.length);
    for (const { identifier } of records) assert.match(identifier, /^[a-z0-9-]{1,50}$/);
  });

  it('has metadata that the service takes as they are', () => {
    for (const { identifier, extras } of records) {
      const parsed = parseExtras(extras, { maxDepth: LIMITS.extrasDepth });
      assert.equal(parsed.errors, null, identifier);
      assert.equal(parsed.extras?.length, extras.length, identifier);
    }
  });

  it('shows all types of metadata, with units, terms, descriptions and every validation', () => {
    const all = allOf(records.flatMap(({ extras }) => extras));
    assert.deepEqual(new Set(all.map(({ type }) => type)), new Set(EXTRA_TYPES));
    assert.ok(all.some((extra) => 'unit' in extra && extra.unit === 'µg/ml'));
    assert.ok(all.some((extra) => extra.term) && all.some((extra) => extra.description));
    const validations = all.flatMap((extra) => ('validation' in extra ? Object.keys(extra.validation ?? {}) : []));
    assert.deepEqual(new Set(validations), new Set(['required', 'range', 'options', 'iri']));
  });

  it('has public and private records, several types, and files with content of their own', () => {
    assert.deepEqual(new Set(records.map(({ visibility }) => visibility)), new Set(['public', 'private']));
    assert.ok(new Set(records.map(({ type }) => type)).size >= 4);
    const files = records.flatMap((record) => record.files);
    const contents = new Set(files.map(({ content }) => Buffer.from(content).toString('base64')));
    assert.equal(contents.size, files.length);
    for (const { files: own } of records) assert.ok(own.length > 0);
  });

  it('draws pictures that a decoder reads', () => {
    const pictures = records.flatMap(({ files }) => files).filter(({ name }) => name.endsWith('.png'));
    assert.ok(pictures.length > 20);
    for (const { name, content } of pictures) assert.ok(decode(content).width > 300, name);
  });
});
