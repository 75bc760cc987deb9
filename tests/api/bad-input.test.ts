import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { z } from 'zod';
import { documentedStatuses } from '../matrix/documented.ts';
import { pathOf, send } from '../matrix/request.ts';
import { type Row, rows } from '../matrix/table.ts';
import { makeTargets, type Target } from '../matrix/targets.ts';
import { type Client, checkErrorObject, type ErrorBody, type Method, type Reply } from './client.ts';
import { person } from './make.ts';
import { startService } from './start.ts';

// Whatever a body, a parameter or a header holds: an answer that names the place, never a 5xx. The cases are made from
// the operations and their schemas; a new operation is covered by its line in the matrix.

const service = await startService({ CAIRN_DIRECT_UPLOAD_LIMIT: '10', CAIRN_CHUNK_SIZE: '4' });
const ada = await person(service);
const targets = await makeTargets(service, ada);
const browser = await ada.browser();
const checkDocumented = await documentedStatuses(service);

const operations = new Map(service.app.operations.map((operation) => [operation.operation, operation]));
const callerOf = (row: Row): Client => (row.path.startsWith('/internal') ? browser : ada.api);
const freshTarget = (row: Row): Promise<Target> => (targets[row.target] as (typeof targets)[string])('private');
const withBody = rows.filter(({ operation }) => operations.get(operation)?.body);

/** A row's requests with bodies of one's own, as text; the target is made anew when one was used up. */
async function sender(row: Row): Promise<(body: string) => Promise<Reply<ErrorBody>>> {
  let target = await freshTarget(row);
  return async (body) => {
    const reply = await send(row, callerOf(row), target, { body });
    checkDocumented(row, reply.status);
    if (reply.status < 300) target = await freshTarget(row);
    return reply;
  };
}

function fieldsOf(row: Row): string[] {
  const schema = z.toJSONSchema(operations.get(row.operation)?.body?.schema as z.ZodType, {
    io: 'input',
    unrepresentable: 'any',
  });
  return Object.keys(schema.properties ?? {});
}

/** A refusal is a whole error object; one of the body names a place. */
function checkRefusal(reply: Reply<ErrorBody>, sent: string): void {
  const told = `${sent.slice(0, 200)} → ${reply.status} ${reply.text.slice(0, 300)}`;
  assert.ok(reply.status < 500, told);
  if (reply.status < 400) return;
  checkErrorObject(reply);
  // The one reason of a body that is told in words alone (resources 2.3).
  if (reply.body.description.startsWith('There is no role')) return;
  if (reply.status === 400 && isObjectText(sent)) {
    assert.ok(Object.keys(reply.body.errors ?? {}).length > 0, `names no place: ${told}`);
  }
}

function isObjectText(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

const nested = (depth: number, [open, close] = ['[', ']']) => open.repeat(depth) + close.repeat(depth);

// Values as JSON text; some are right for some fields.
const VALUES = [
  ...['null', 'true', 'false', '0', '-1', '1.5', '1e400', '-1e400', '9007199254740993', '2147483648', '1e21'],
  ...['""', '" "', '"x"', '"3"', '"\\t\\n"', '"\\u200b"', '"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udc00x"'],
  ...[`"${'x'.repeat(60_000)}"`, `"${'\u{1f600}'.repeat(3000)}"`, '"__proto__"', '"constructor"', '"2020-02-30"'],
  ...['[]', '{}', '[null]', '[[]]', '[{}]', '[1]', '["x"]', '["\\u0000"]', '{"id":null}', '{"id":"x"}', '{"name":1}'],
  ...['{"__proto__":{"id":1}}', '{"constructor":{"prototype":{}}}', '[{"__proto__":1}]', '{"id":1,"extra":1}'],
  ...[nested(1000), `{"a":${nested(1000)}}`, nested(1000, ['{"value":[', ']}']), `[${'1,'.repeat(20_000)}1]`],
];
const UNSTORABLE = ['"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udc00x"'];

for (const row of withBody) {
  const valid = (target: string) => JSON.parse(target.replaceAll(/\$\w+/g, '1')) as Record<string, unknown>;
  const placeholders = (row.body ?? '')
    .replaceAll(/\$(unique|username|password)/g, '~$1')
    .replaceAll(/\$(\w+)/g, '"$$$1"');
  const base = valid(placeholders.replaceAll(/"\$\w+"/g, '1'));

  test(`${row.operation} names each field that can not be read`, async () => {
    const post = await sender(row);
    for (const field of fieldsOf(row)) {
      for (const value of VALUES) {
        const rest = (row.body ?? '{}').trim();
        // The field comes last and so wins over the right one.
        const body = `${rest.slice(0, -1)}${rest === '{}' ? '' : ','}"${field}":${value}}`;
        const reply = await post(body);
        checkRefusal(reply, body);
        if (reply.body?.errors) assert.deepEqual(Object.keys(reply.body.errors), [field], body.slice(0, 200));
        if (UNSTORABLE.includes(value) && field !== 'password') assert.ok(reply.status >= 400, `${field}: ${value}`);
      }
    }
  });

  test(`${row.operation} names missing and unknown fields`, async () => {
    const post = await sender(row);
    for (const field of Object.keys(base)) {
      const parsed = JSON.parse((row.body ?? '').replaceAll(/:\$(\w+)/g, ':"$$$1"')) as Record<string, unknown>;
      delete parsed[field];
      const body = JSON.stringify(parsed).replaceAll(/"\$(other_\w+)"/g, '$$$1');
      checkRefusal(await post(body), body);
    }
    const rest = (row.body ?? '{}').slice(0, -1);
    for (const name of [
      'nonsense',
      '',
      '__proto__',
      'constructor',
      'toString',
      'hasOwnProperty',
      '_schema',
      'ü',
      '0',
    ]) {
      const reply = await post(`${rest},"${name}":{"a":1}}`);
      assert.equal(reply.status, 400, `${name}: ${reply.text}`);
      checkErrorObject(reply);
      assert.deepEqual(Object.keys(reply.body.errors ?? {}), [name]);
    }
  });

  test(`${row.operation} refuses what is no JSON object`, async () => {
    const post = await sender(row);
    const noJson = [
      '{',
      '}',
      '{"a":}',
      "{'a':1}",
      '{"a":1,}',
      'NaN',
      'undefined',
      'a=1&b=2',
      '\ufeff{',
      '{"a":"\n"}',
      '<x/>',
    ];
    for (const body of [...noJson, '', ' ', nested(100_000).slice(1)]) {
      const reply = await post(body);
      assert.equal(reply.status, 400, body.slice(0, 20));
      checkErrorObject(reply);
      assert.equal(reply.body.errors, undefined);
    }
    for (const body of ['[]', 'null', '"x"', '1', 'true', '[{}]', nested(1000)]) {
      const reply = await post(body);
      assert.equal(reply.status, 400, body);
      assert.deepEqual(Object.keys(reply.body.errors ?? {}), ['_schema']);
    }
  });

  test(`${row.operation} answers any JSON in any field`, async () => {
    const post = await sender(row);
    const anything = fc.jsonValue({ maxDepth: 4, noUnicodeString: false });
    const objects = fc.dictionary(fc.constantFrom(...fieldsOf(row), 'x', '__proto__'), anything, { maxKeys: 4 });
    await fc.assert(
      fc.asyncProperty(fc.oneof(anything, objects), async (value) => {
        const body = JSON.stringify(value).replaceAll('$', '');
        checkRefusal(await post(body), body);
      }),
      { numRuns: 40 },
    );
  });

  test(`${row.operation} refuses millions of values`, async () => {
    const post = await sender(row);
    const many = `[${'1,'.repeat(2_000_000)}1]`;
    for (const body of [many, `{"${fieldsOf(row)[0]}":${many}}`, `{${'"":1,'.repeat(900_000)}"":1}`]) {
      const reply = await post(body);
      assert.equal(reply.status, 400);
      checkErrorObject(reply);
      assert.deepEqual(Object.keys(reply.body.errors ?? {}), ['_schema']);
    }
  });

  test(`${row.operation} refuses 10 MB of JSON`, async () => {
    const post = await sender(row);
    const reply = await post(`{"a":"${'x'.repeat(10_000_000)}"}`);
    assert.equal(reply.status, 413);
    checkErrorObject(reply);
  });
}

test('the content type of a JSON body does not matter, what is in it does', async () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  for (const type of ['text/plain', 'multipart/form-data', 'application/x-www-form-urlencoded', 'a/b; c', '']) {
    const headers: Record<string, string> = type === '' ? {} : { 'content-type': type };
    const good = { raw: bytes(`{"identifier":"type-${type.length}-${type.charCodeAt(0) || 0}","title":"x"}`), headers };
    assert.equal((await ada.api.send('POST', '/records', good)).status, 201, type);
    assert.equal((await ada.api.send('POST', '/records', { raw: bytes('a=b'), headers })).status, 400, type);
  }
  for (const encoding of ['gzip', 'br', 'nonsense']) {
    const headers = { 'content-encoding': encoding, 'content-type': 'application/json' };
    const { status } = await ada.api.send('POST', '/records', { raw: bytes('\u001f\u008b'), headers });
    assert.equal(status, 400);
  }
  const invalid = new Uint8Array([...bytes('{"identifier":"utf8","title":"'), 0xff, 0xc3, 0x28, ...bytes('"}')]);
  const { status } = await ada.api.send('POST', '/records', { raw: invalid });
  assert.ok(status < 500);
});

test('of a key that comes twice the last one counts', async () => {
  const raw = '{"identifier":"first","identifier":"twice","title":1,"title":"x"}';
  assert.equal((await ada.api.send<{ identifier: string }>('POST', '/records', { raw })).body.identifier, 'twice');
});

test('metadata is nested as deep as it may, and no deeper', async () => {
  const deep = (levels: number) => {
    const open = '[{"type":"dict","key":"a","value":'.repeat(levels - 1);
    return `${open}[{"type":"int","key":"a","value":1}]${'}]'.repeat(levels - 1)}`;
  };
  const post = (levels: number) =>
    ada.api.send<ErrorBody>('POST', '/records', {
      raw: `{"identifier":"deep-${levels}","title":"x","extras":${deep(levels)}}`,
    });
  assert.equal((await post(64)).status, 201);
  for (const levels of [65, 1000, 20_000]) {
    const reply = await post(levels);
    assert.equal(reply.status, 400);
    assert.deepEqual(Object.keys(reply.body.errors ?? {}), ['extras']);
  }
});

test('a body where none is expected is ignored', async () => {
  for (const raw of ['x', '{"a":1}', 'x'.repeat(100_000)]) {
    const { id } = await ada.api.post<{ id: number }>('/collections', {
      identifier: `ignored-${raw.length}`,
      title: 'x',
    });
    assert.equal((await ada.api.send('DELETE', `/collections/${id}`, { raw })).status, 204);
    assert.equal((await ada.api.send('POST', `/collections/${id}/restore`, { raw })).status, 200);
  }
});

const QUERY_VALUES = [
  '',
  '%00',
  '%ff',
  '%ED%A0%80',
  '%',
  '%zz',
  '[]',
  '{}',
  '-1',
  '1e400',
  '%F0%9F%98%80',
  '%22',
  "'",
  '\\',
];
const LONG = 'x'.repeat(3000);

for (const row of rows) {
  const parameters = Object.keys(operations.get(row.operation)?.query ?? {});
  if (parameters.length === 0) continue;
  test(`${row.operation} never minds its parameters`, async () => {
    const target = await freshTarget(row);
    const path = pathOf(row, target);
    const get = async (query: string) => {
      const { status, text } = await callerOf(row).send('GET', `${path}?${query}`);
      assert.equal(status, 200, `${query.slice(0, 200)} → ${text.slice(0, 300)}`);
    };
    for (const name of parameters.filter((one) => one !== 'instance')) {
      for (const value of [...QUERY_VALUES, LONG]) await get(`${name}=${value}`);
      await get(`${name}=1&${name}=x&${name}=`);
      await get(`${name}[]=1&${name}[a]=2&${name}`);
    }
    await get('__proto__=1&constructor=2&toString=3&hasOwnProperty=4');
    const anything = fc.string({ unit: 'grapheme', maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...parameters.filter((one) => one !== 'instance')), anything, (name, value) =>
        get(`${name}=${encodeURIComponent(value)}`),
      ),
      { numRuns: 25 },
    );
  });
}

test('the extras parameter takes any JSON', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record(
          {
            key: fc.jsonValue({ maxDepth: 1 }),
            type: fc.constantFrom('str', 'numeric', 'bool', 'date', 'x', 1),
            str: fc.jsonValue({ maxDepth: 1 }),
            bool: fc.jsonValue({ maxDepth: 1 }),
            numeric: fc.oneof(fc.jsonValue(), fc.record({ min: fc.jsonValue(), max: fc.double(), unit: fc.string() })),
            date: fc.oneof(fc.jsonValue(), fc.record({ min: fc.string(), max: fc.constant('2024-02-30') })),
            link: fc.constantFrom('and', 'or', 1),
          },
          { requiredKeys: [] },
        ),
        { maxLength: 4 },
      ),
      async (items) => {
        const query = new URLSearchParams({ extras: JSON.stringify(items) });
        assert.equal((await ada.api.send('GET', `/records?${query}`)).status, 200, JSON.stringify(items));
      },
    ),
    { numRuns: 100 },
  );
});

const PARTS = ['0', '-1', '1.5', 'abc', '%00', '%ff', '%zz', '%2F', "'", '%F0%9F%98%80', 'x'.repeat(5000), ' '];

for (const row of rows.filter(({ path }) => /[:*]/.test(path))) {
  test(`${row.operation} finds nothing at odd addresses`, async () => {
    const target = await freshTarget(row);
    const names = [...row.path.matchAll(/:(\w+)|\*/g)].map(([sign, name]) => name ?? sign);
    for (const name of names) {
      for (const part of PARTS) {
        const marked = pathOf(row, { values: { ...target.values, [name]: '~mark~' } });
        const reply = await callerOf(row).send<ErrorBody>(row.method as Method, marked.replace('~mark~', part));
        assert.ok(reply.status >= 400 && reply.status < 500, `${marked} ${part.slice(0, 20)}: ${reply.status}`);
        checkErrorObject(reply);
      }
    }
  });
}

const HEADERS = [
  '',
  ' ',
  'abc',
  '-1',
  '1.5',
  '1e3',
  '0x1',
  '999999999999999999999',
  '3',
  '5',
  'NaN',
  'null',
  '\u00fc',
  '1, 1',
  '1 1',
];

test('the headers of a chunk are checked like a body', async () => {
  const row = rows.find(({ operation }) => operation === 'sendUploadData') as Row;
  const target = await (targets['sent chunks'] as (typeof targets)[string])('private');
  const path = pathOf(row, target);
  const put = (headers: Record<string, string>) => ada.api.send<ErrorBody>('PUT', path, { raw: 'abcd', headers });
  for (const spelling of ['svc', 'kadi']) {
    const good = { [`${spelling}-chunk-index`]: '0', [`${spelling}-chunk-size`]: '4' };
    assert.equal((await put(good)).status, 200);
    for (const [header, place] of [
      [`${spelling}-chunk-index`, 'index'],
      [`${spelling}-chunk-size`, 'size'],
    ] as const) {
      const { [header]: _, ...without } = good;
      for (const headers of [without, ...HEADERS.map((value) => ({ ...good, [header]: value }))]) {
        const reply = await put(headers);
        assert.equal(reply.status, 400, `${JSON.stringify(headers)} → ${reply.text}`);
        checkErrorObject(reply);
        assert.deepEqual(Object.keys(reply.body.errors ?? {}), [place]);
      }
    }
    for (const value of ['', ' ', 'x'.repeat(257)]) {
      const reply = await put({ ...good, [`${spelling}-md5-checksum`]: value });
      assert.equal(reply.status, 400, `checksum ${value}: ${reply.text}`);
      assert.deepEqual(Object.keys(reply.body.errors ?? {}), ['checksum']);
    }
    for (const value of ['E2FC714C4727EE9395F324CD2E7F331F', 'abc', '\u00fc']) {
      assert.equal((await put({ ...good, [`${spelling}-md5-checksum`]: value })).status, 400, value);
    }
    assert.equal(
      (await put({ ...good, [`${spelling}-md5-checksum`]: 'e2fc714c4727ee9395f324cd2e7f331f' })).status,
      200,
    );
  }
});

test('odd headers of other requests do no harm', async () => {
  const odd = ['', ' ', '\u00fc', 'x'.repeat(4000), ';;;', '"', '%00', '-', ','];
  const names = [
    'cookie',
    'x-csrf-token',
    'accept',
    'content-type',
    'range',
    'if-none-match',
    'if-range',
    'if-modified-since',
  ];
  for (const name of [
    ...names,
    'x-forwarded-for',
    'x-forwarded-host',
    'forwarded',
    'origin',
    'referer',
    'accept-language',
  ]) {
    for (const value of odd) {
      const { status } = await ada.api.send('GET', '/records', { headers: { [name]: value } });
      assert.equal(status, 200, `${name}: ${value.slice(0, 20)}`);
    }
  }
  for (const value of odd) {
    const { status } = await service.nobody.send('GET', '/records', { headers: { cookie: `cairn_session=${value}` } });
    assert.equal(status, 401, value);
  }
});
