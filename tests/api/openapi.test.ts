import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { client } from './client.ts';
import { startService } from './start.ts';

// The document is made from the declarations that serve the requests; here it is held against the routes themselves.

type Schema = Record<string, unknown>;
type Parameter = { name: string; in: string; required?: boolean; schema: Schema; description?: string };
type Described = {
  operationId: string;
  summary: string;
  tags: string[];
  security?: unknown[];
  'x-scopes': string[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Record<string, { schema?: Schema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema?: Schema }> }>;
};
type OpenApi = {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
};

const service = await startService();
const document = await service.nobody.get<OpenApi>('/openapi.json');
const declared = service.app.operations.filter(({ internal }) => !internal);
const pathOf = (url: string) => url.replaceAll(/:(\w+)/g, '{$1}').replace('/*', '/{filename}') || '/';

test('the document is valid OpenAPI 3.1, and every reference in it leads somewhere', async () => {
  const validator = new Validator();
  const result = await validator.validate(structuredClone(document) as never);
  assert.deepEqual(result.errors ?? [], []);
  assert.equal(result.valid, true);
  assert.equal(validator.version, '3.1');
  const names = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
    ([, name]) => name ?? '',
  );
  assert.ok(names.length > 50);
  assert.deepEqual(
    names.filter((name) => !Object.hasOwn(document.components.schemas, name)),
    [],
  );
  assert.ok(!JSON.stringify(document).includes('$defs'));
});

test('it holds every operation of the API once, and none of the interface', () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`),
  );
  const registered = declared.map(({ method, url, operation }) => `${method} ${pathOf(url)} ${operation}`);
  assert.deepEqual(described.sort(), registered.sort());
  const ids = declared.map(({ operation }) => operation);
  assert.equal(new Set(ids).size, ids.length);
});

test('what is declared is what is routed, and nothing else is', () => {
  const routed = new Set<string>();
  for (const root of ['/api/v1', '/api']) {
    for (const { method, url, internal } of service.app.operations) {
      if (internal && root === '/api/v1') continue;
      assert.ok(service.app.hasRoute({ method, url: root + url }), `${method} ${root}${url}`);
      routed.add(`${method} ${root}${url}`);
    }
  }
  const all = service.app.printRoutes({ commonPrefix: false, includeHooks: false });
  const methods = [...all.matchAll(/\((\w+(?:, \w+)*)\)/g)].flatMap(([, list]) => list?.split(', ') ?? []);
  const changing = methods.filter((method) => ['POST', 'PATCH', 'PUT', 'DELETE'].includes(method)).length;
  const expected = [...routed].filter((route) => !route.startsWith('GET')).length;
  assert.equal(changing, expected);
});

for (const { operation, method, url, access, query, body, stream, responses, headers } of declared) {
  test(`${operation} is described with its scopes, parameters, body and answers`, () => {
    const found = document.paths[pathOf(url)]?.[method.toLowerCase()];
    assert.ok(found);
    assert.ok(found.summary && found.tags.length === 1);
    assert.deepEqual(found['x-scopes'], typeof access === 'object' ? access.scopes : []);
    assert.deepEqual(found.security, access === 'public' ? [] : undefined);
    const parameters = found.parameters ?? [];
    const named = (where: string) => parameters.filter((one) => one.in === where).map(({ name }) => name);
    assert.deepEqual(
      named('path'),
      [...pathOf(url).matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
    );
    assert.deepEqual(named('query'), Object.keys(query ?? {}));
    assert.deepEqual(named('header'), Object.keys(headers ?? {}));
    for (const one of parameters) assert.ok(one.in === 'path' || one.description, `${one.name} has no description`);
    if (body) {
      const schema = found.requestBody?.content['application/json']?.schema;
      assert.ok(schema && (schema.$ref || schema.properties), 'the body has no properties');
    } else if (stream) assert.ok(found.requestBody?.content['application/octet-stream']);
    else assert.equal(found.requestBody, undefined);
    for (const status of Object.keys(responses)) assert.ok(found.responses[status], `${status} is missing`);
    for (const status of ['400', '401', '403', '404', '405', '429']) {
      assert.deepEqual(found.responses[status]?.content?.['application/json']?.schema, {
        $ref: '#/components/schemas/Error',
      });
    }
  });
}

test('the server of the document is the address and the form of the request', async () => {
  for (const root of ['/api/v1', '/api']) {
    const { servers } = await service.nobody.get<OpenApi>(`${root}/openapi.json`);
    assert.deepEqual(servers, [{ url: service.url + root }]);
  }
  const other = client(service.url.replace('127.0.0.1', 'localhost'));
  assert.match((await other.get<OpenApi>('/openapi.json')).servers[0]?.url ?? '', /^http:\/\/localhost:/);
});
