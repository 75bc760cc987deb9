import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecordResource } from '@cairn/contract';
import type { Page } from './client.ts';
import { type Person, person, record } from './make.ts';
import { startService } from './start.ts';

// Resources 4: the words of `query` and the conditions of `extras`, both within what the caller can read.

const service = await startService();
type Fields = Record<string, unknown>;

/** Records of a new person by name, and the names that a search by this person finds, in order. */
async function shelf(of: Record<string, Fields>): Promise<{ by: Person; find: (query: Fields) => Promise<string[]> }> {
  const by = await person(service);
  const names = new Map<number, string>();
  for (const [name, fields] of Object.entries(of)) names.set((await record(by, fields)).id, name);
  const find = async (query: Fields) => {
    const search = new URLSearchParams({ per_page: '100', user: String(by.id) });
    for (const [key, value] of Object.entries(query)) {
      search.set(key, typeof value === 'string' ? value : JSON.stringify(value));
    }
    const { items, _pagination } = await by.api.get<Page<RecordResource>>(`/records?${search}`);
    assert.equal(_pagination.total_items, items.length);
    return items.map(({ id }) => names.get(id) ?? '?');
  };
  return { by, find };
}

test('exact identifiers and titles come first, then names, then descriptions', async () => {
  const { find } = await shelf({
    described: { description: 'about the furnace' },
    partly: { title: 'The furnace of the laboratory' },
    identified: { identifier: 'furnace' },
    titled: { title: 'Furnace' },
    other: { title: 'Something else' },
  });
  const found = await find({ query: 'furnace' });
  assert.deepEqual(found.slice(0, 2).sort(), ['identified', 'titled']);
  assert.deepEqual(found.slice(2), ['partly', 'described']);
  assert.deepEqual(await find({ query: 'FURNACE' }), found);
});

test('several words need not all be there, and more of them rank higher', async () => {
  const { find } = await shelf({
    one: { title: 'Copper wire' },
    both: { title: 'Copper plate' },
    none: { title: 'Glass' },
  });
  assert.deepEqual(await find({ query: 'plate copper' }), ['both', 'one']);
});

test('a phrase in double quotes is found word for word', async () => {
  const { find } = await shelf({
    right: { title: 'A Steel Sample, cut' },
    turned: { title: 'Sample Steel' },
    described: { description: 'the **steel** sample of monday' },
    longer: { title: 'Steel Samples' },
  });
  assert.deepEqual((await find({ query: '"steel sample"' })).sort(), ['described', 'right']);
  assert.deepEqual(await find({ query: '"Sample Steel"' }), ['turned']);
  assert.deepEqual(await find({ query: '"steel samp"' }), []);
  assert.deepEqual(await find({ query: '""' }), []);
});

test('one or two characters are the beginning of a word in a name', async () => {
  const { find } = await shelf({ a: { title: 'Quartz' }, b: { title: 'Dry' }, c: { description: 'q for short' } });
  assert.deepEqual(await find({ query: 'q' }), ['a', 'c']);
  assert.deepEqual(await find({ query: 'Qu' }), ['a']);
});

test('typing errors, word endings and parts of words are forgiven in names', async () => {
  const { find } = await shelf({
    gamma: { title: 'Gamma spectrometer' },
    melts: { title: 'Melting furnaces' },
    german: { title: 'Messungen der Proben' },
  });
  assert.deepEqual(await find({ query: 'spectromter' }), ['gamma']);
  assert.deepEqual(await find({ query: 'furnace' }), ['melts']);
  assert.deepEqual(await find({ query: 'melted' }), ['melts']);
  assert.deepEqual(await find({ query: 'Messung' }), ['german']);
  assert.deepEqual(await find({ query: 'mma' }), ['gamma']);
});

test('signs have no meaning, and a query of nothing else finds nothing', async () => {
  const { find } = await shelf({ a: { title: 'alpha' }, b: { title: 'beta' } });
  for (const query of ['%', '***', '\\', "'; drop table", '!!! ???', '&|!:*()', '"', '\u0000', '\u{1f600}']) {
    assert.ok(Array.isArray(await find({ query })), query);
  }
  assert.deepEqual(await find({ query: '% _' }), []);
  assert.deepEqual((await find({ query: 'alpha AND -beta' })).sort(), ['a', 'b']);
  assert.equal((await find({ query: `${'many words '.repeat(500)}` })).length, 0);
});

test('only identifier, title and description are searched', async () => {
  const { find } = await shelf({
    hidden: { tags: ['zirconium'], type: 'zirconium', extras: [{ type: 'str', key: 'zirconium', value: 'zirconium' }] },
  });
  assert.deepEqual(await find({ query: 'zirconium' }), []);
});

test('a search is filtered and sorted like any list, and a change is found at once', async () => {
  const { by, find } = await shelf({
    b: { title: 'Wolfram b', tags: ['x'] },
    a: { title: 'Wolfram a', visibility: 'public' },
    c: { title: 'Wolfram c', tags: ['x'] },
  });
  assert.deepEqual(await find({ query: 'wolfram', sort: 'title' }), ['a', 'b', 'c']);
  assert.deepEqual(await find({ query: 'wolfram', sort: '-created_at' }), ['c', 'a', 'b']);
  assert.deepEqual(await find({ query: 'wolfram', tag: 'x', sort: 'title' }), ['b', 'c']);
  assert.deepEqual(await find({ query: 'wolfram', visibility: 'public' }), ['a']);
  const { items } = await by.api.get<Page<RecordResource>>(`/records?user=${by.id}&query=wolfram&sort=title`);
  await by.api.patch(`/records/${items[0]?.id}`, { title: 'Tungsten' });
  assert.deepEqual(await find({ query: 'wolfram', sort: 'title' }), ['b', 'c']);
  assert.deepEqual(await find({ query: 'tungsten' }), ['a']);
});

test('pages of a search by score follow each other without gap or overlap', async () => {
  const bob = await person(service);
  const made: number[] = [];
  for (let i = 0; i < 7; i++) made.push((await record(bob, { title: `Vanadium ${i}`, visibility: 'public' })).id);
  const seen: number[] = [];
  for (let page = 1; page <= 3; page++) {
    const path = `/records?query=vanadium&per_page=3&page=${page}`;
    const { items, _pagination } = await bob.api.get<Page<RecordResource>>(path);
    assert.equal(_pagination.total_items, 7);
    seen.push(...items.map(({ id }) => id));
  }
  assert.deepEqual(seen, made.reverse());
});

test('nobody finds what they can not read', async () => {
  const ada = await person(service);
  const bob = await person(service);
  await record(ada, { title: 'Palladium', extras: [{ type: 'str', key: 'palladium', value: 'x' }] });
  for (const query of ['query=palladium', `extras=${encodeURIComponent('[{"key":"palladium"}]')}`]) {
    const { items, _pagination } = await bob.api.get<Page<RecordResource>>(`/records?${query}`);
    assert.deepEqual([items, _pagination.total_items], [[], 0]);
  }
});

const extras = {
  small: { extras: [{ type: 'float', key: 'width', value: 0.005, unit: 'm' }] },
  large: { extras: [{ type: 'int', key: 'width', value: 7, unit: 'cm' }] },
  odd: { extras: [{ type: 'int', key: 'width', value: 5, unit: 'mm-ish' }] },
  bare: { extras: [{ type: 'int', key: 'width', value: 5 }] },
  deep: {
    extras: [
      {
        type: 'dict',
        key: 'nest',
        value: [
          { type: 'list', key: 'lst', value: [{ type: 'str', value: 'Alpha Beta' }] },
          { type: 'bool', key: 'ok', value: true },
          { type: 'date', key: 'when', value: '2024-02-29T12:00:00Z' },
        ],
      },
    ],
  },
  empty: { extras: [{ type: 'str', key: 'note', value: null }] },
};

test('quantities meet whatever unit they were entered in', async () => {
  const { find } = await shelf(extras);
  const width = (numeric: Fields) => find({ extras: [{ key: 'width', type: 'numeric', numeric }], sort: 'created_at' });
  assert.deepEqual(await width({ min: 5, max: 5, unit: 'mm' }), ['small']);
  assert.deepEqual(await width({ min: 0.001, unit: 'm' }), ['small', 'large']);
  assert.deepEqual(await width({ min: '60', max: '80', unit: 'mm' }), ['large']);
  assert.deepEqual(await width({ min: 5, max: 5, unit: 'mm-ish' }), ['odd']);
  assert.deepEqual(await width({ min: 5, max: 5, unit: 'kg' }), []);
  assert.deepEqual(await width({ min: 5, max: 7 }), ['large', 'odd', 'bare']);
  assert.deepEqual(await width({ min: 'five' }), []);
});

test('nested metadata is found by its path, its type and its value', async () => {
  const { find } = await shelf(extras);
  const one = (item: Fields) => find({ extras: [item] });
  assert.deepEqual(await one({ key: '"nest.lst.1"', type: 'str', str: '"Alpha Beta"' }), ['deep']);
  assert.deepEqual(await one({ key: '"nest.lst.1"', type: 'str', str: '"alpha beta"' }), []);
  assert.deepEqual(await one({ key: 'nest.lst.1', type: 'str', str: 'alpha' }), ['deep']);
  assert.deepEqual(await one({ type: 'str', str: 'Bet' }), ['deep']);
  assert.deepEqual(await one({ type: 'bool', bool: 'TRUE' }), ['deep']);
  assert.deepEqual(await one({ type: 'bool', bool: false }), []);
  assert.deepEqual(await one({ type: 'date', date: { min: '2024-02-29', max: '2024-02-29' } }), ['deep']);
  assert.deepEqual(await one({ type: 'date', date: { min: '2024-02-29T12:00:01Z' } }), []);
  assert.deepEqual(await one({ key: '"note"' }), ['empty']);
  assert.deepEqual(await one({ key: '"nest"' }), []);
});

test('conditions are joined by and, which binds tighter than or', async () => {
  const { find } = await shelf(extras);
  const note = { key: '"note"' };
  const deep = { key: '"nest.ok"', type: 'bool', bool: true };
  const never = { key: '"missing"' };
  const any = async (...items: Fields[]) => (await find({ extras: items })).sort();
  assert.deepEqual(await any(note, deep), []);
  assert.deepEqual(await any(note, { ...deep, link: 'or' }), ['deep', 'empty']);
  assert.deepEqual(await any(never, note, { ...deep, link: 'or' }), ['deep']);
  assert.deepEqual(await any(note, { ...deep, link: 'or' }, { ...never, link: 'and' }), ['empty']);
  assert.deepEqual(await any({ ...note, link: 'or' }, { ...deep, link: 'OR' }), []);
});

test('an extras parameter that can not be read is no filter', async () => {
  const { find } = await shelf({ a: {}, b: {} });
  for (const text of ['', 'null', 'abc', '[1]', '[{"key":"a"}, 3]', '"x"', '{', '[]', '[{}]', '[{"type":"zzz"}]']) {
    assert.equal((await find({ extras: text })).length, 2, text);
  }
});
