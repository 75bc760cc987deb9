import { DESCRIPTIONS, LIMITS, parseBody, parseQuery } from '@cairn/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, requireScopes } from '../access/index.ts';
import { ApiError, badRequest, invalid, notFound, unauthorized } from '../kernel/index.ts';
import { checkAnswer } from './check-answer.ts';
import { hasTooManyValues } from './json-values.ts';
import type { LinkBase } from './links.ts';
import type { Answer, Call, Operation } from './route.ts';
import { sendJson } from './send-json.ts';

/** Finds out who makes a request; null where there is no valid log-in. Throws ApiError 401 with the reason. */
export type Authenticate = (request: FastifyRequest) => Promise<Actor | null>;

export type ApiOptions = {
  authenticate: Authenticate;
  /** Counts a request without a valid log-in; throws ApiError 429. */
  limit: (request: FastifyRequest) => Promise<void>;
  /** Address of the service as the caller sees it, without a trailing slash. */
  baseUrl: (request: FastifyRequest) => string;
  /** Compare every JSON answer with its schema (tests). */
  checkAnswers: boolean;
};

const NO_QUERY = {};

/** Adds `app.operation`, which declares the operations of the API, with log-in, scopes, parameters and bodies checked. */
export function installApi(app: FastifyInstance, options: ApiOptions): void {
  const operations: Operation[] = [];
  app.decorate('operations', operations);
  // What is no operation must not reach the files of the web interface, which have answers of their own.
  app.get('/api/*', (_request, reply) => reply.callNotFound());
  app.decorate('operation', (operation: Operation) => {
    if (!operation.access) throw new Error(`Operation ${operation.operation} declares no access.`);
    operations.push(operation);
    const roots = operation.internal ? ['/api'] : ['/api/v1', '/api'];
    for (const root of roots) {
      app.route({
        method: operation.method,
        url: root + operation.url,
        config: { operation, versioned: root === '/api/v1' },
        exposeHeadRoute: operation.method === 'GET',
        handler: (request, reply) => answer(operation, root, options, request, reply),
      });
    }
  });
}

async function answer(
  operation: Operation,
  root: string,
  options: ApiOptions,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const actor = await admit(operation, options, request);
  const base = options.baseUrl(request);
  const links: LinkBase = { api: base + root, web: base };
  const scopes = typeof operation.access === 'object' ? operation.access.scopes : [];
  let compared = false;
  const call: Call<never, never> = {
    actor,
    get scopes() {
      compared = true;
      return scopes;
    },
    params: request.params as Record<string, string>,
    query: (operation.query
      ? parseQuery(operation.query, request.query as Record<string, string | string[]>)
      : NO_QUERY) as never,
    get body() {
      return readBody(operation, request) as never;
    },
    links,
    get path() {
      const path = request.raw.url?.split('?', 1)[0] ?? '';
      return path.slice(path.indexOf(root) + root.length);
    },
    request,
    reply,
  };
  const result = await (operation.handler as (call: Call<never, never>) => Promise<Answer | undefined>)(call);
  // A row operation hands its scopes to `load` or `read`; one that forgot to must not answer.
  if (typeof operation.access === 'object' && operation.access.row && !compared) {
    throw new Error(`Operation ${operation.operation} did not compare its scopes.`);
  }
  if (!result) return reply;
  if (options.checkAnswers) checkAnswer(operation, result);
  return sendJson(reply.code(result.status).headers(result.headers ?? {}), result.body);
}

async function admit(operation: Operation, options: ApiOptions, request: FastifyRequest): Promise<Actor> {
  const { access } = operation;
  if (access === 'public') {
    if (!operation.unlimited) await options.limit(request);
    return NOBODY;
  }
  const actor = await options.authenticate(request);
  if (!actor) {
    await options.limit(request);
    throw unauthorized();
  }
  if (access === 'session' && actor.via !== 'session') throw notFound();
  if (typeof access === 'object' && !access.row) requireScopes(actor, access.scopes);
  return actor;
}

// Stands for the caller of public operations: no user has the id 0, so nothing is allowed or visible.
const NOBODY: Actor = {
  userId: 0,
  systemRole: 'guest',
  isSysadmin: false,
  scopes: new Set<string>(),
  via: 'token',
};

function readBody(operation: Operation, request: FastifyRequest): unknown {
  if (!operation.body) return undefined;
  const text = request.body;
  let value: unknown;
  try {
    if (typeof text !== 'string') throw badRequest(DESCRIPTIONS.notJson);
    if (hasTooManyValues(text)) throw invalid({ _schema: [`Must not hold more than ${LIMITS.jsonValues} values.`] });
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw badRequest(DESCRIPTIONS.notJson);
  }
  const result = parseBody(operation.body, value);
  if ('errors' in result) throw invalid(result.errors);
  return result.value;
}
