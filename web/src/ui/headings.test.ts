import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headingsFrom } from './headings.ts';

function shifted(top: number, ...tags: string[]): string[] {
  const children = tags.map((tagName) => ({ type: 'element', tagName }));
  headingsFrom(top)({ type: 'root', children });
  return children.map(({ tagName }) => tagName);
}

test('the highest heading of a text stands under its section', () => {
  assert.deepEqual(shifted(3, 'h1', 'h2', 'h1'), ['h3', 'h4', 'h3']);
  assert.deepEqual(shifted(3, 'h2', 'h3'), ['h3', 'h4']);
});

test('no level is left out', () => {
  assert.deepEqual(shifted(3, 'h3', 'h1', 'h4'), ['h3', 'h3', 'h4']);
  assert.deepEqual(shifted(3, 'h1', 'h5', 'h6', 'h6'), ['h3', 'h4', 'h5', 'h5']);
});

test('headings inside quotations count too, and other elements are left alone', () => {
  const heading = { type: 'element', tagName: 'h1' };
  const tree = { type: 'root', children: [{ type: 'element', tagName: 'blockquote', children: [heading] }] };
  headingsFrom(3)(tree);
  assert.equal(heading.tagName, 'h3');
  assert.equal(tree.children[0]?.tagName, 'blockquote');
});
