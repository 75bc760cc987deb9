import { ErrorObject } from '@cairn/contract';
import { z } from 'zod';
import type { Access, Operation } from './route.ts';

type Document = Record<string, unknown>;

const ERRORS = ['400', '401', '403', '404', '405', '429', '500', '503'];
const CHANGE_ERRORS = ['409', '413', '507'];

/** The OpenAPI 3.1 document of all declared operations, made from the schemas that check bodies and answers. */
export function openApi(
  operations: readonly Operation[],
  { version, url }: { version: string; url: string },
): Document {
  const paths: Record<string, Record<string, unknown>> = {};
  const schemas: Record<string, unknown> = {};
  const write = (schema: z.ZodType, io: 'input' | 'output') => {
    const { $defs, $schema, ...json } = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => Object.assign(jsonSchema, z.globalRegistry.get(zodSchema) ?? {}),
    }) as Document & { $defs?: Record<string, unknown> };
    for (const [name, definition] of Object.entries($defs ?? {})) schemas[name] ??= moved(definition);
    return hoisted(moved(json), schemas);
  };
  for (const operation of operations) {
    if (operation.internal) continue;
    const path = operation.url.replaceAll(/:(\w+)/g, '{$1}').replace('/*', '/{filename}') || '/';
    paths[path] ??= {};
    paths[path][operation.method.toLowerCase()] = describe(operation, path, write);
  }
  schemas.Error ??= write(ErrorObject, 'output');
  return {
    openapi: '3.1.1',
    info: {
      title: 'Cairn HTTP API',
      version,
      description: 'Research data with typed metadata and files. All times are UTC.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url }],
    security: [{ token: [] }],
    tags: [...new Set(operations.filter((o) => !o.internal).map((o) => o.tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas,
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'A personal access token, made in the settings.' },
      },
    },
  };
}

function describe(
  operation: Operation,
  path: string,
  write: (schema: z.ZodType, io: 'input' | 'output') => unknown,
): Document {
  const parameters = [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    })),
    ...Object.entries(operation.query ?? {}).map(([name, { schema, description }]) => ({
      name,
      in: 'query',
      schema,
      description,
      ...(schema.type === 'array' ? { style: 'form', explode: true } : {}),
    })),
    ...Object.entries(operation.headers ?? {}).map(([name, description]) => ({
      name,
      in: 'header',
      schema: { type: 'string' },
      description,
    })),
  ];
  const content = operation.stream
    ? { 'application/octet-stream': {} }
    : operation.body && { 'application/json': { schema: write(operation.body.schema, 'input') } };
  return {
    operationId: operation.operation,
    summary: operation.summary,
    tags: [operation.tag],
    description: scopeText(operation.access),
    ...(operation.access === 'public' ? { security: [] } : {}),
    'x-scopes': typeof operation.access === 'object' ? operation.access.scopes : [],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(content ? { requestBody: { required: true, content } } : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(operation.responses).map(([status, answer]) => [status, response(answer, write)]),
      ),
      ...Object.fromEntries(
        [...ERRORS, ...(operation.method === 'GET' ? [] : CHANGE_ERRORS)]
          .filter((status) => !(status in operation.responses))
          .map((status) => [status, ERROR_ANSWER]),
      ),
    },
  };
}

const ERROR_ANSWER = {
  description: 'An error object.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
};

function response(
  answer: Operation['responses'][number],
  write: (schema: z.ZodType, io: 'output') => unknown,
): Document {
  if (!(answer instanceof z.ZodType)) return { description: answer.description, content: { [answer.content]: {} } };
  const schema = write(answer, 'output') as Document;
  if (answer instanceof z.ZodVoid || answer instanceof z.ZodUndefined) return { description: 'Done; no content.' };
  return { description: 'Done.', content: { 'application/json': { schema } } };
}

function scopeText(access: Access): string {
  if (typeof access !== 'object') return 'No scope is needed.';
  return `Scopes of a limited token: ${access.scopes.map((scope) => `\`${scope}\``).join(', ')}.`;
}

// zod writes references to its own $defs; the document keeps them under components.
function moved(json: unknown): unknown {
  return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/'));
}

// A schema with an id at the top is a component as well.
function hoisted(json: unknown, schemas: Record<string, unknown>): unknown {
  if (typeof json !== 'object' || json === null || !('id' in json) || typeof json.id !== 'string') return json;
  const { id, ...rest } = json;
  schemas[id] ??= rest;
  return { $ref: `#/components/schemas/${id}` };
}
