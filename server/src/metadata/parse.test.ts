import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ErrorTree, Extra } from '@cairn/contract';
import { type ParseOptions, parseExtras } from './parse.ts';

function accepted(input: unknown, options?: ParseOptions): Extra[] {
  const { extras, errors } = parseExtras(input, options);
  assert.equal(errors, null, JSON.stringify(errors));
  return extras as Extra[];
}

/** The error tree with every list of messages replaced by their number. */
function refused(input: unknown, options?: ParseOptions): unknown {
  const { extras, errors } = parseExtras(input, options);
  assert.equal(extras, null);
  return places(errors);
}

function places(tree: ErrorTree | string[] | null): unknown {
  if (tree === null || Array.isArray(tree)) return tree?.length;
  return Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, places(value)]));
}

/** What is stored for one value. */
const value = (type: string, given: unknown) => accepted([{ type, key: 'k', value: given }])[0]?.value;
const faultyValue = (type: string, given: unknown) =>
  assert.deepEqual(refused([{ type, key: 'k', value: given }]), { 0: { value: 1 } }, JSON.stringify(given));
const validated = (type: string, validation: unknown, given: unknown = null) => {
  const extra = accepted([{ type, key: 'k', value: given, validation }])[0];
  return extra && 'validation' in extra ? extra.validation : undefined;
};
const faultyValidation = (type: string, validation: unknown): string[] => {
  const { errors } = parseExtras([{ type, key: 'k', validation }]);
  return ((errors as ErrorTree)['0'] as ErrorTree).validation as string[];
};

suite('containers of extras', () => {
  test('null is an error without a place', () => {
    assert.ok(Array.isArray(parseExtras(null).errors));
  });

  test('anything but an array is an error of the container', () => {
    for (const input of [{}, 'x', 1, true, undefined]) assert.deepEqual(refused(input), { _schema: 1 });
  });

  test('an item that is no object is named by its index', () => {
    assert.deepEqual(refused([{ type: 'str', key: 'a' }, 'x', [], null]), {
      1: { _schema: 1 },
      2: { _schema: 1 },
      3: { _schema: 1 },
    });
  });

  test('errors of nested extras hang under value', () => {
    const input = [
      { key: 'a' },
      { type: 'str', key: 'fine' },
      {
        type: 'dict',
        key: 'd',
        value: [
          { type: 'str', key: 'x' },
          { type: 'str' },
          { type: 'str', key: 'y' },
          { type: 'list', key: 'l', value: [{ type: 'int', value: 'three' }] },
        ],
      },
      { type: 'dict', key: 'e', value: { no: 'array' } },
    ];
    assert.deepEqual(refused(input), {
      0: { type: 2 },
      2: { value: { 1: { key: 1 }, 3: { value: { 0: { value: 1 } } } } },
      3: { value: { _schema: 1 } },
    });
  });

  test('unknown keys are named', () => {
    assert.deepEqual(refused([{ type: 'str', key: 'a', valeu: 'x', __proto: 1 }]), { 0: { valeu: 1, __proto: 1 } });
    const { errors } = parseExtras(JSON.parse('[{"type":"str","key":"a","__proto__":1}]'));
    assert.equal(JSON.stringify(errors), '{"0":{"__proto__":["Unknown key."]}}');
  });

  test('64 levels are accepted and one more is an error at its place', () => {
    const nested = (levels: number): unknown[] => {
      let extras: unknown[] = [{ type: 'str', key: 'leaf', value: 'x' }];
      for (let level = 1; level < levels; level++) extras = [{ type: 'dict', key: 'd', value: extras }];
      return extras;
    };
    accepted(nested(64));
    let place = parseExtras(nested(65)).errors as ErrorTree | string[];
    let levels = 0;
    while (!Array.isArray(place)) {
      place = (place['0'] as ErrorTree).value as ErrorTree | string[];
      levels++;
    }
    assert.equal(levels, 64);
    assert.deepEqual(place, ['Must not be nested deeper than 64 levels.']);
    assert.notEqual(parseExtras(nested(20_000)).errors, null);
  });
});

suite('keys and types', () => {
  test('a key is normalised and unique among its siblings; every repetition is marked', () => {
    assert.equal(accepted([{ type: 'str', key: ' a \t\n b\u00a0' }])[0]?.key, 'a b');
    const keys = ['a', ' a', 'A', 'a  '].map((key) => ({ type: 'str', key }));
    assert.deepEqual(refused(keys), { 1: { key: 1 }, 3: { key: 1 } });
  });

  test('a key is required, a text, and not blank', () => {
    for (const key of [undefined, null, 3, '', ' \u2028']) {
      assert.deepEqual(refused([{ type: 'str', key }]), { 0: { key: 1 } }, String(key));
    }
  });

  test('inside a list a key of any kind is ignored', () => {
    const list = ['x', 'x', 7, null].map((key) => ({ type: 'str', key, value: 'v' }));
    const item = { type: 'str', value: 'v' };
    assert.deepEqual(accepted([{ type: 'list', key: 'l', value: list }])[0]?.value, [item, item, item, item]);
  });

  test('a type is stripped and else exact', () => {
    assert.equal(accepted([{ type: ' int\t', key: 'a' }])[0]?.type, 'int');
    for (const type of ['STR', 'string', '', null, 1])
      assert.deepEqual(refused([{ type, key: 'a' }]), { 0: { type: 1 } });
    assert.deepEqual(refused([{ key: 'a' }]), { 0: { type: 2 } });
  });
});

suite('values', () => {
  test('a text is stripped and an empty one is no value, whatever the type', () => {
    assert.equal(value('str', ' a  b\u0085'), 'a  b');
    assert.equal(value('str', '\ufeffa\u200b'), '\ufeffa\u200b');
    for (const type of ['str', 'int', 'float', 'bool', 'date']) assert.equal(value(type, ' \u001c'), null);
    for (const type of ['dict', 'list']) assert.deepEqual(value(type, ''), []);
  });

  test('an absent or null value is null, or empty for nested types', () => {
    for (const type of ['str', 'int', 'float', 'bool', 'date']) {
      assert.equal(accepted([{ type, key: 'k' }])[0]?.value, null);
      assert.equal(value(type, null), null);
    }
    for (const type of ['dict', 'list']) {
      assert.deepEqual(accepted([{ type, key: 'k' }]), [{ type, key: 'k', value: [] }]);
      assert.deepEqual(value(type, null), []);
    }
  });

  test('each type refuses the values of others', () => {
    for (const given of [1, true, [], {}]) faultyValue('str', given);
    for (const given of [1.5, '1', true, [], 2 ** 53, -(2 ** 53)]) faultyValue('int', given);
    for (const given of ['1.5', true, Number.POSITIVE_INFINITY, JSON.parse('1e999')]) faultyValue('float', given);
    for (const given of [1, 'true', []]) faultyValue('bool', given);
    for (const given of [1, true, 'tomorrow', {}]) faultyValue('date', given);
  });

  test('integers reach to 2^53 - 1 and may be written as 1.0', () => {
    assert.equal(value('int', 2 ** 53 - 1), 2 ** 53 - 1);
    assert.equal(value('int', -(2 ** 53 - 1)), -(2 ** 53 - 1));
    assert.equal(value('int', JSON.parse('1.0')), 1);
    assert.ok(Object.is(value('int', -0), 0));
  });

  test('NUL characters and lone surrogates are errors at their place', () => {
    for (const bad of ['a\u0000', '\ud800x']) {
      faultyValue('str', bad);
      assert.deepEqual(refused([{ type: 'int', key: bad, unit: bad, description: bad, term: bad }]), {
        0: { key: 1, unit: 1, description: 1, term: 1 },
      });
      assert.match(faultyValidation('str', { options: [bad] })[0] ?? '', /^Options: /);
    }
  });
});

suite('units, descriptions and terms', () => {
  test('numbers always have a unit, null if none is given; other types never', () => {
    assert.deepEqual(accepted([{ type: 'int', key: 'k', value: 1 }]), [
      { type: 'int', key: 'k', value: 1, unit: null },
    ]);
    assert.deepEqual(accepted([{ type: 'float', key: 'k', value: 1, unit: ' m  / s ' }])[0], {
      type: 'float',
      key: 'k',
      value: 1,
      unit: 'm / s',
    });
    for (const type of ['str', 'bool', 'date', 'dict', 'list']) {
      assert.ok(!('unit' in (accepted([{ type, key: 'k', unit: null }])[0] as Extra)));
      for (const unit of ['', 'm', 1]) assert.deepEqual(refused([{ type, key: 'k', unit }]), { 0: { unit: 1 } });
    }
    for (const unit of ['', ' ', 1]) assert.deepEqual(refused([{ type: 'int', key: 'k', unit }]), { 0: { unit: 1 } });
  });

  test('descriptions and terms are stripped texts of every type, never null or empty', () => {
    for (const type of ['str', 'int', 'dict', 'list', 'bool', 'date', 'float']) {
      const extra = accepted([{ type, key: 'k', description: ' a\nb ', term: ' http://x/ä ' }])[0];
      assert.equal(extra?.description, 'a\nb');
      assert.equal(extra?.term, 'http://x/ä');
      for (const bad of [null, '', ' ', 5]) {
        assert.deepEqual(refused([{ type, key: 'k', description: bad, term: bad }]), {
          0: { description: 1, term: 1 },
        });
      }
    }
  });

  test('a term contains no character that an IRI must not contain', () => {
    for (const bad of '<>"{}|\\^` ')
      assert.deepEqual(refused([{ type: 'str', key: 'k', term: `a${bad}b` }]), { 0: { term: 1 } });
    accepted([{ type: 'str', key: 'k', term: 'not-an-iri' }]);
  });
});

suite('dates', () => {
  test('dates are turned to UTC, with six fraction digits or none', () => {
    const cases = {
      '2020-01-01T12:00:00+02:00': '2020-01-01T10:00:00+00:00',
      '2020-1-2 3:4': '2020-01-02T03:04:00+00:00',
      '2020-01-01T12:00:00.5Z': '2020-01-01T12:00:00.500000+00:00',
      '2020-01-01T12:00:00.1234567+0130': '2020-01-01T10:30:00.123456+00:00',
      '2020-01-01T00:00:00.0000009-05': '2020-01-01T05:00:00+00:00',
      '2020-02-29T23:59:59': '2020-02-29T23:59:59+00:00',
      '0050-06-01T00:00:00': '0050-06-01T00:00:00+00:00',
      ' 2020-01-01T00:00 ': '2020-01-01T00:00:00+00:00',
    };
    for (const [given, stored] of Object.entries(cases)) assert.equal(value('date', given), stored);
  });

  test('other forms, impossible days and times, and years outside 1 to 9999 are errors', () => {
    const bad = [
      '2020-01-01',
      '2020-01-01t00:00:00z',
      '2020-02-30T00:00',
      '2019-02-29T00:00',
      '2020-13-01T00:00',
      '2020-00-01T00:00',
      '2020-01-01T24:00',
      '2020-01-01T00:60',
      '2020-01-01T00:00:60',
      '2020-01-01T00:00:00.',
      '20200101T000000',
      '2020-01-01T00:00 +01:00',
      '2020-01-01T00:00+1',
      '2020-01-01T00:00+24:00',
      '2020-01-01  00:00',
      '0000-01-01T00:00',
      '0001-01-01T00:00+01:00',
      '9999-12-31T23:59:59-01:00',
    ];
    for (const given of bad) faultyValue('date', given);
  });
});

suite('validation', () => {
  test('instructions that say nothing disappear, and with the last one the key itself', () => {
    const empty = { required: false, iri: 'no', options: [], range: { min: null, max: null } };
    assert.equal(validated('str', { ...empty, range: {} }), undefined);
    assert.equal(validated('int', {}), undefined);
    assert.deepEqual(validated('int', { required: 'Yes', range: { min: 1 } }, 1), {
      required: true,
      range: { min: 1, max: null },
    });
  });

  test('it must be an object and has no place in nested types', () => {
    for (const bad of [null, [], 'x']) assert.equal(faultyValidation('str', bad).length, 1);
    for (const type of ['dict', 'list']) {
      for (const given of [{}, null])
        assert.deepEqual(refused([{ type, key: 'k', validation: given }]), { 0: { validation: 1 } });
    }
    assert.match(faultyValidation('str', { requierd: true })[0] ?? '', /^requierd: /);
  });

  test('flags understand the usual words', () => {
    for (const yes of [true, 1, '1', 't', 'T', 'true', 'True', 'TRUE', 'on', 'On', 'y', 'Y', 'yes', 'YES']) {
      assert.deepEqual(validated('bool', { required: yes }, true), { required: true });
    }
    for (const no of [false, 0, '0', 'f', 'False', 'OFF', 'n', 'No'])
      assert.equal(validated('bool', { required: no }), undefined);
    for (const bad of [null, 2, 'tRUE', 'ja', []]) {
      assert.match(faultyValidation('bool', { required: bad })[0] ?? '', /^Required: /);
      assert.match(faultyValidation('str', { iri: bad })[0] ?? '', /^IRI: /);
    }
  });

  test('a required value must be there, except in templates', () => {
    const extras = [{ type: 'int', key: 'k', value: null, validation: { required: true } }];
    assert.deepEqual(refused(extras), { 0: { value: 1 } });
    accepted(extras, { template: true });
  });

  test('a range limits numbers inclusively, in templates too', () => {
    const within = (given: number, template = false) =>
      parseExtras([{ type: 'float', key: 'k', value: given, validation: { range: { min: 1, max: 2.5 } } }], {
        template,
      });
    for (const good of [1, 2, 2.5]) assert.equal(within(good).errors, null);
    for (const bad of [0.9, 2.6]) {
      assert.deepEqual(places(within(bad).errors), { 0: { value: 1 } });
      assert.deepEqual(places(within(bad, true).errors), { 0: { value: 1 } });
    }
    for (const range of [null, [], { min: 'x' }, { min: 1.5 }, { max: true }, { min: 2, max: 1 }, { mix: 1 }]) {
      assert.match(faultyValidation('int', { range })[0] ?? '', /^Range: /, JSON.stringify(range));
    }
    assert.match(faultyValidation('str', { range: { min: 1 } })[0] ?? '', /^Range: /);
  });

  test('options are values of the type, unstripped and without duplicates; null passes', () => {
    assert.deepEqual(validated('str', { options: [' a', 'b', ' a'] }, 'b'), { options: [' a', 'b'] });
    assert.deepEqual(validated('int', { options: [3, 1, 3] }), { options: [3, 1] });
    assert.deepEqual(refused([{ type: 'str', key: 'k', value: ' a', validation: { options: [' a'] } }]), {
      0: { value: 1 },
    });
    for (const options of [null, 'a', [1, 'a'], [null]]) {
      assert.match(faultyValidation('int', { options })[0] ?? '', /^Options: /);
    }
    assert.match(faultyValidation('bool', { options: [true] })[0] ?? '', /^Options: /);
  });

  test('iri checks the value and every option', () => {
    const iri = (given: string) =>
      parseExtras([{ type: 'str', key: 'k', value: given, validation: { iri: true } }]).errors;
    assert.equal(iri('http://x'), null);
    assert.deepEqual(places(iri('a b')), { 0: { value: 1 } });
    assert.match(faultyValidation('str', { iri: true, options: ['http://x', 'a b'] })[0] ?? '', /^IRI: /);
    assert.match(faultyValidation('int', { iri: true })[0] ?? '', /^IRI: /);
  });

  test('problems of several instructions and of the value are reported together', () => {
    const extra = { type: 'int', key: 'k', value: 'x', unit: '', validation: { range: null, options: ['x'] } };
    assert.deepEqual(refused([extra]), { 0: { value: 1, unit: 1, validation: 2 } });
  });
});
