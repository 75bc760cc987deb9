import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Extra } from '@cairn/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { testDatabase } from '../db/test-database.ts';
import {
  type ConditionShape,
  type ExtraEntry,
  extrasCondition,
  flattenExtras,
  parseExtras,
  parseExtrasQuery,
  writeExtrasIndex,
} from './index.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let creator: number;
let made = 0;
before(async () => {
  database = await testDatabase();
  const { rows } = await sql<{ id: number }>`insert into app_user (displayname) values ('Ada') returning id`.execute(
    database.db,
  );
  creator = rows[0]?.id as number;
});
after(() => database.drop());

/** Makes a resource with extras and returns its id. */
async function resource(input: unknown): Promise<number> {
  const { extras } = parseExtras(input);
  assert.ok(extras, JSON.stringify(input));
  return database.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into resource (kind, identifier, title, creator_id) values ('record', ${`r-${made++}`}, 'R', ${creator})
      returning id`.execute(tx);
    const id = rows[0]?.id as number;
    await writeExtrasIndex(tx, id, flattenExtras(extras));
    return id;
  });
}

/** Which of these resources a search finds, the same in both shapes. */
async function found(query: unknown, among: readonly number[]): Promise<number[]> {
  const parsed = parseExtrasQuery(JSON.stringify(query));
  assert.ok(parsed, JSON.stringify(query));
  const run = async (shape: ConditionShape) => {
    const { rows } = await sql<{ id: number }>`
      select r.id from resource r where r.id = any(${among}) and ${extrasCondition(parsed, sql.ref('r.id'), shape)}
      order by r.id`.execute(database.db);
    return rows.map((row) => row.id);
  };
  const gathered = await run('gather');
  assert.deepEqual(await run('probe'), gathered, JSON.stringify(query));
  return gathered;
}

async function matches(extras: unknown, query: unknown): Promise<boolean> {
  const id = await resource(extras);
  return (await found(query, [id])).length === 1;
}

async function numberOfEntries(id: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from extra_entry where resource_id = ${id}`.execute(
    database.db,
  );
  return rows[0]?.n as number;
}

suite('the index of extras', () => {
  const leaf = (key: string): ExtraEntry => ({
    path: key,
    text: 'x',
    num: null,
    unit: null,
    dimension: null,
    quantity: null,
    date: null,
    bool: null,
  });

  test('writing replaces all entries of a resource and of no other', async () => {
    const id = await resource([
      { type: 'str', key: 'first', value: 'a' },
      { type: 'str', key: 'second', value: 'b' },
    ]);
    const other = await resource([{ type: 'str', key: 'first', value: 'a' }]);
    await database.db.transaction().execute((tx) => writeExtrasIndex(tx, id, [leaf('third')]));
    assert.deepEqual(await found({ key: '"first"' }, [id, other]), [other]);
    assert.deepEqual(await found({ key: '"third"' }, [id, other]), [id]);
    await database.db.transaction().execute((tx) => writeExtrasIndex(tx, id, []));
    assert.equal(await numberOfEntries(id), 0);
  });

  test('one key may appear in many entries of one write', async () => {
    const id = await resource([]);
    await database.db.transaction().execute((tx) =>
      writeExtrasIndex(
        tx,
        id,
        Array.from({ length: 5000 }, () => leaf('same')),
      ),
    );
    assert.equal(await numberOfEntries(id), 5000);
  });

  test('a rollback leaves neither entries nor wrong keys behind', async () => {
    const id = await resource([]);
    const failed = database.db.transaction().execute(async (tx) => {
      await writeExtrasIndex(tx, id, [leaf('rolled back')]);
      throw new Error('no');
    });
    await assert.rejects(failed);
    await database.db.transaction().execute((tx) => writeExtrasIndex(tx, id, [leaf('rolled back')]));
    assert.deepEqual(await found({ key: '"rolled back"' }, [id]), [id]);
  });

  test('transactions with the same new keys at once all write their entries', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => resource([])));
    const keys = Array.from({ length: 40 }, (_, i) => leaf(`concurrent ${i}`));
    await Promise.all(
      ids.map((id, i) =>
        database.db.transaction().execute((tx) => writeExtrasIndex(tx, id, i % 2 ? keys : keys.toReversed())),
      ),
    );
    for (const id of ids) assert.equal(await numberOfEntries(id), 40);
  });

  test('entries go with their resource', async () => {
    const id = await resource([{ type: 'str', key: 'a', value: 'b' }]);
    await sql`delete from resource where id = ${id}`.execute(database.db);
    assert.equal(await numberOfEntries(id), 0);
  });

  test('extreme values of each type are indexed', async () => {
    const extras: Extra[] = [
      { type: 'int', key: 'i', value: 2 ** 53 - 1, unit: null },
      { type: 'float', key: 'f', value: -1.7976931348623157e308, unit: 'GHz' },
      { type: 'float', key: 'g', value: 5e-324, unit: 'pm' },
      { type: 'date', key: 'd', value: '0001-01-01T00:00:00.000001+00:00' },
      { type: 'date', key: 'e', value: '9999-12-31T23:59:59.999999+00:00' },
      { type: 'str', key: 'NULL', value: 'NULL' },
      { type: 'str', key: '{"a",\\}', value: '{"b\\",\n}' },
    ];
    const id = await resource(extras);
    assert.deepEqual(await found({ key: '"NULL"', type: 'str', str: '"NULL"' }, [id]), [id]);
    assert.deepEqual(await found({ key: '"{"a",\\}"', type: 'str', str: '"{"b\\",\n}"' }, [id]), [id]);
    assert.deepEqual(await found({ key: '"i"', type: 'numeric', numeric: { min: 2 ** 53 - 1 } }, [id]), [id]);
    assert.deepEqual(await found({ type: 'date', date: { max: '0001-01-01' } }, [id]), [id]);
    assert.deepEqual(await found({ type: 'date', date: { min: '9999-12-31', max: '9999-12-31' } }, [id]), [id]);
  });
});

suite('searching keys and texts', () => {
  const name = [{ type: 'str', key: 'Material Name', value: 'Stainless Steel' }];

  test('in double quotes: the whole text and its case', async () => {
    assert.equal(await matches(name, { key: '"Material Name"' }), true);
    assert.equal(await matches(name, { key: '"material name"' }), false);
    assert.equal(await matches(name, { key: '"Material"' }), false);
    assert.equal(await matches(name, { key: '""' }), false);
    assert.equal(await matches(name, { type: 'str', str: '"Stainless Steel"' }), true);
    assert.equal(await matches(name, { type: 'str', str: '"Steel"' }), false);
  });

  test('1 or 2 characters: the beginning of three that follow each other, in lower case', async () => {
    for (const [short, hit] of [
      ['st', true],
      ['St', false],
      ['te', true],
      ['el', false],
      ['l', true],
      ['ss', true],
      ['%', false],
      ['_t', false],
    ] as const) {
      assert.equal(await matches(name, { type: 'str', str: short }), hit, short);
    }
    assert.equal(await matches([{ type: 'str', key: 'T1', value: 'x' }], { key: 'T1' }), true);
    assert.equal(await matches([{ type: 'str', key: 'T1', value: 'x' }], { key: 't1' }), false);
  });

  test('3 and more: parts in any case, and typing errors', async () => {
    for (const part of ['Mat', 'mat', 'RIAL', 'Materal Name', 'Materiel', 'material name']) {
      assert.equal(await matches(name, { key: part }), true, part);
    }
    assert.equal(await matches(name, { key: 'voltage' }), false);
    assert.equal(await matches(name, { type: 'str', str: 'stainles' }), true);
    assert.equal(await matches(name, { type: 'str', str: 'copper' }), false);
    assert.equal(await matches([{ type: 'str', key: 'x', value: '50%_\\' }], { type: 'str', str: '0%_\\' }), true);
    assert.equal(await matches([{ type: 'str', key: 'x', value: '50abc' }], { type: 'str', str: '0%c' }), false);
    assert.equal(await matches([{ type: 'str', key: 'Übergang', value: 'x' }], { key: 'ÜBER' }), true);
  });

  test('nested keys are joined by points, list positions count from 1', async () => {
    const nested = [
      { type: 'dict', key: 'nest', value: [{ type: 'list', key: 'lst', value: [{ type: 'str', value: 'a' }] }] },
    ];
    assert.equal(await matches(nested, { key: '"nest.lst.1"', type: 'str', str: '"a"' }), true);
    assert.equal(await matches(nested, { key: '"nest.lst"' }), false);
    assert.equal(await matches(nested, { key: 'lst' }), true);
  });

  test('an extra without value is found by its key only', async () => {
    const empty = [{ type: 'int', key: 'count', unit: 'm' }];
    assert.equal(await matches(empty, { key: 'count' }), true);
    assert.equal(await matches(empty, { key: 'count', type: 'numeric' }), false);
  });
});

suite('searching values', () => {
  const range = (numeric: object) => ({ type: 'numeric', numeric });

  test('units meet, with inclusive bounds in spite of rounding', async () => {
    const extra = (value: number, unit: string | null) => [{ type: 'float', key: 'x', value, unit }];
    assert.equal(await matches(extra(0.005, 'm'), range({ min: 5, max: 5, unit: 'mm' })), true);
    assert.equal(await matches(extra(0.0011, 'm'), range({ min: 1.1, max: 1.1, unit: 'mm' })), true);
    assert.equal(await matches(extra(26.85, '°C'), range({ min: 300, max: 300, unit: 'K' })), true);
    assert.equal(await matches(extra(0.005, 'm'), range({ min: 5.1, unit: 'mm' })), false);
    assert.equal(await matches(extra(5, 's'), range({ min: 1, unit: 'mm' })), false);
    assert.equal(await matches(extra(5, null), range({ min: 5, unit: 'mm' })), false);
    assert.equal(await matches(extra(0.05, null), range({ min: 5, max: 5, unit: '%' })), true);
    assert.equal(await matches(extra(5, '%'), range({ min: 50000, max: 50000, unit: 'ppm' })), true);
    assert.equal(await matches(extra(5, 'm'), range({ unit: 'km' })), true);
  });

  test('without a unit the number as entered counts, whatever its unit', async () => {
    assert.equal(await matches([{ type: 'int', key: 'x', value: 5, unit: 'km' }], range({ min: 5, max: 5 })), true);
    assert.equal(await matches([{ type: 'float', key: 'x', value: 5, unit: 'odd' }], range({ max: 4 })), false);
    assert.equal(await matches([{ type: 'str', key: 'x', value: '5' }], range({})), false);
  });

  test('unknown units are compared by words in any case, any word is enough', async () => {
    const boxes = [{ type: 'int', key: 'x', value: 5, unit: 'Big boxes/day' }];
    assert.equal(await matches(boxes, range({ min: 5, unit: 'BOXES' })), true);
    assert.equal(await matches(boxes, range({ min: 5, unit: 'small boxes' })), true);
    assert.equal(await matches(boxes, range({ min: 6, unit: 'boxes' })), false);
    assert.equal(await matches(boxes, range({ unit: 'box' })), false);
    assert.equal(await matches([{ type: 'int', key: 'x', value: 5, unit: 'C' }], range({ unit: 'c' })), true);
    assert.equal(await matches([{ type: 'int', key: 'x', value: 5, unit: '§§' }], range({ unit: '§§' })), true);
    assert.equal(await matches([{ type: 'int', key: 'x', value: 5, unit: null }], range({ unit: '§§' })), false);
  });

  test('dates and booleans', async () => {
    const date = [{ type: 'date', key: 'x', value: '2020-03-04T23:59:59.999999' }];
    assert.equal(await matches(date, { type: 'date', date: { min: '2020-03-04', max: '2020-03-04' } }), true);
    assert.equal(await matches(date, { type: 'date', date: { max: '2020-03-03' } }), false);
    assert.equal(await matches(date, { type: 'date', date: { min: 'soon' } }), false);
    assert.equal(await matches(date, { type: 'date' }), true);
    const bool = [{ type: 'bool', key: 'x', value: false }];
    assert.equal(await matches(bool, { type: 'bool', bool: 'False' }), true);
    assert.equal(await matches(bool, { type: 'bool', bool: true }), false);
    assert.equal(await matches(bool, { type: 'bool', bool: 'either' }), true);
  });

  test('key and value hold for the same extra, several conditions for several', async () => {
    const both = [
      { type: 'int', key: 'width', value: 1 },
      { type: 'int', key: 'height', value: 2 },
    ];
    const is = (key: string, value: number, link = 'and') => ({ link, key, ...range({ min: value, max: value }) });
    assert.equal(await matches(both, is('width', 2)), false);
    assert.equal(await matches(both, [is('width', 1), is('height', 2)]), true);
    assert.equal(await matches(both, [is('width', 9), is('height', 2)]), false);
    assert.equal(await matches(both, [is('width', 9), is('height', 2), is('height', 2, 'or'), is('width', 1)]), true);
    assert.equal(await matches(both, [is('width', 1), is('height', 9, 'or'), is('height', 2)]), true);
  });
});

// Words without common parts, so that typing errors play no role and the plain evaluation below is exact.
const WORDS = ['Gold', 'iron', 'zinc', 'Xenon', 'quartz', 'b'];
const UNITS = [null, 'mm', 'm', 'K', '°C', 'boxes', 'odd Boxes', '%'];
const NUMBERS = [0, 1, 5, 300, 0.005, -3];
const DAYS = ['2020-01-01', '2020-01-02', '2021-06-30'];

const leafValue = fc.oneof(
  fc.record({ type: fc.constant('str'), value: fc.option(fc.constantFrom(...WORDS, 'Gold iron')) }),
  fc.record({
    type: fc.constant('float'),
    value: fc.option(fc.constantFrom(...NUMBERS)),
    unit: fc.constantFrom(...UNITS),
  }),
  fc.record({ type: fc.constant('bool'), value: fc.boolean() }),
  fc.record({ type: fc.constant('date'), value: fc.constantFrom(...DAYS).map((day) => `${day}T12:00:00Z`) }),
);
const randomExtras = fc.uniqueArray(
  fc
    .tuple(fc.constantFrom(...WORDS), leafValue, fc.boolean())
    .map(([key, leaf, nested]) => (nested ? { type: 'list', key, value: [leaf] } : { key, ...leaf })),
  { maxLength: 4, selector: (extra) => extra.key },
);
const bounds = <T>(values: T[]) =>
  fc.record({ min: fc.constantFrom(...values), max: fc.constantFrom(...values) }, { requiredKeys: [] });
const randomItem = fc
  .record(
    {
      link: fc.constantFrom('and', 'or'),
      key: fc.constantFrom('"Gold"', 'gold', '"iron.1"', 'zinc', 'qu', 'Qu', 'b', '"quartz.1"'),
      type: fc.constantFrom('str', 'numeric', 'bool', 'date', 'none'),
      str: fc.constantFrom('', '"Gold"', 'GOLD', 'iro', 'xe', 'b'),
      numeric: fc.tuple(bounds(NUMBERS), fc.constantFrom(...UNITS)).map(([numeric, unit]) => ({ ...numeric, unit })),
      bool: fc.constantFrom(true, 'false', 'any'),
      date: bounds(DAYS),
    },
    { requiredKeys: ['link', 'type'] },
  )
  .filter((item) => item.key !== undefined || item.type !== 'none');
type Item = {
  link: string;
  key?: string;
  type: string;
  str?: string;
  numeric?: { min?: number; max?: number; unit: string | null };
  bool?: unknown;
  date?: { min?: string; max?: string };
};

function textHolds(text: string, wanted: string): boolean {
  if (wanted.startsWith('"')) return text === wanted.slice(1, -1);
  if (wanted.length >= 3) return text.toLowerCase().includes(wanted.toLowerCase());
  return (
    text === wanted ||
    [...text.toLowerCase()].some((_, i) => text.length - i >= 3 && text.toLowerCase().startsWith(wanted, i))
  );
}

const METERS: Record<string, (value: number) => [string, number]> = {
  mm: (value) => ['length', value / 1000],
  m: (value) => ['length', value],
  K: (value) => ['heat', value],
  '°C': (value) => ['heat', value + 273.15],
  '%': (value) => ['one', value / 100],
};

function numberHolds(
  num: number,
  unit: string | null,
  { min = -1e9, max = 1e9, unit: wanted }: NonNullable<Item['numeric']>,
): boolean {
  if (wanted === null) return min <= num && num <= max;
  const convert = METERS[wanted];
  if (!convert) return /boxes/i.test(unit ?? '') && min <= num && num <= max;
  const [kind, value] = unit === null ? (['one', num] as const) : (METERS[unit]?.(num) ?? ['unknown', 0]);
  const near = 1e-9;
  return kind === convert(0)[0] && convert(min)[1] - near <= value && value <= convert(max)[1] + near;
}

function entryHolds(entry: ExtraEntry, item: Item): boolean {
  if (item.key !== undefined && !textHolds(entry.path, item.key)) return false;
  const numeric = item.numeric ?? { unit: null };
  if (item.type === 'str') return entry.text !== null && (!item.str || textHolds(entry.text, item.str));
  if (item.type === 'numeric') return entry.num !== null && numberHolds(entry.num, entry.unit, numeric);
  if (item.type === 'bool') {
    return (
      entry.bool !== null &&
      (item.bool === undefined || item.bool === 'any' || String(item.bool) === String(entry.bool))
    );
  }
  if (item.type === 'date') {
    const day = entry.date?.slice(0, 10);
    return day !== undefined && (item.date?.min ?? '') <= day && day <= (item.date?.max ?? '9');
  }
  return true;
}

function holds(entries: ExtraEntry[], items: Item[]): boolean {
  const alternatives: boolean[] = [];
  for (const [index, item] of items.entries()) {
    const one = entries.some((entry) => entryHolds(entry, item));
    if (index === 0 || item.link === 'or') alternatives.push(one);
    else alternatives.push((alternatives.pop() as boolean) && one);
  }
  return alternatives.includes(true);
}

test('random searches find in the database what a plain evaluation finds', async () => {
  const samples = fc.sample(randomExtras, 120);
  const all: { id: number; entries: ExtraEntry[] }[] = [];
  for (const extras of samples) {
    all.push({ id: await resource(extras), entries: flattenExtras(parseExtras(extras).extras ?? []) });
  }
  const ids = all.map(({ id }) => id);
  let hits = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(randomItem, { minLength: 1, maxLength: 4 }), async (items) => {
      const expected = all.filter(({ entries }) => holds(entries, items as Item[])).map(({ id }) => id);
      hits += expected.length;
      assert.deepEqual(await found(items, ids), expected);
    }),
    { numRuns: 300 },
  );
  assert.ok(hits > 0);
});
