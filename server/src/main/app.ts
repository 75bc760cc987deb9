import cookie from '@fastify/cookie';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config/index.ts';
import type { Database, Watch } from '../db/index.ts';
import { mountFiles, openStore } from '../files/index.ts';
import { presentGroup } from '../group/index.ts';
import {
  answerBrokenRequest,
  answerBrokenUrl,
  installApi,
  installBodies,
  installErrors,
  installSecurityHeaders,
  methodsAt,
  RateLimit,
} from '../http/index.ts';
import { Authenticator, UserCards } from '../identity/index.ts';
import { mountInstance } from '../instance/index.ts';
import { mountInternal, requestAuthenticator } from '../internal/index.ts';
import { ApiError, notFound, unauthorized } from '../kernel/index.ts';
import { kindServices, mountKind, mountRoles, mountTags, mountTrash } from '../kinds/index.ts';
import { mountLinks } from '../links/index.ts';
import { mountReference } from '../reference/index.ts';
import { mountUsers } from '../user/index.ts';
import { mountHealth } from './health.ts';
import { kinds } from './kinds.ts';
import { mountPages } from './pages.ts';

export type AppServices = { db: Database; watch: Watch; log: Logger };

/** Puts the rooms together to the HTTP service of one process. It holds nothing that another process would need. */
export async function createApp(config: Config, { db, watch, log }: AppServices): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    bodyLimit: Number.MAX_SAFE_INTEGER, // bodies.ts and the uploads keep their own limits
    forceCloseConnections: 'idle',
    keepAliveTimeout: 72_000,
    requestTimeout: 0,
    // Longer than Node lets an address be, so that every address is read by its operation.
    routerOptions: { maxParamLength: 65_536, ignoreTrailingSlash: false },
    rewriteUrl: (request) => withoutBasePath(request.url ?? '/', config.basePath),
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (_error, _request, reply) => answerBrokenUrl(reply as FastifyReply),
  });
  const authenticator = new Authenticator(db, watch);
  const users = new UserCards(db, watch);
  const services = kindServices(db, users);
  const authenticate = requestAuthenticator(authenticator);
  const rateLimit = new RateLimit(db, config.rateLimits.exempt);
  const windows = [
    { name: 'anonymous minute', seconds: 60, max: config.rateLimits.anonymousPerMinute },
    { name: 'anonymous second', seconds: 1, max: config.rateLimits.anonymousPerSecond },
  ];
  const limit = (request: FastifyRequest) => rateLimit.count(request, windows);

  await app.register(cookie);
  installErrors(app);
  installSecurityHeaders(app, { https: config.baseUrl.startsWith('https:') });
  installBodies(app, config.jsonBodyLimit);
  installApi(app, {
    authenticate,
    limit,
    baseUrl: (request) => baseUrl(config, request),
    checkAnswers: process.env.CAIRN_CHECK_ANSWERS === '1',
  });

  mountInstance(app);
  mountUsers(app, db);
  mountInternal(app, { db, config, users, authenticator, limit: rateLimit });
  for (const definition of kinds) {
    mountKind(app, services, definition);
    mountRoles(app, services, definition, { present: presentGroup });
  }
  mountLinks(app, services);
  mountTrash(app, services, kinds);
  mountTags(app, services, kinds);
  const store = openStore(config);
  mountFiles(app, { ...services, config, store, log });
  mountReference(app);
  mountHealth(app, db, store);
  const sendPage = await mountPages(app, config);

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    if (path !== '/api' && !path.startsWith('/api/')) return sendPage(request, reply);
    const methods = methodsAt(app, path);
    if (request.method === 'OPTIONS' && methods.length > 0) {
      return reply
        .code(200)
        .headers({ allow: [...methods, 'OPTIONS'].join(', '), 'content-type': 'text/html' })
        .send('');
    }
    if (!(await authenticate(request))) {
      await limit(request);
      throw unauthorized();
    }
    if (methods.length === 0) throw notFound();
    throw new ApiError(405, `The method ${request.method} is not supported here.`, {}, { Allow: methods.join(', ') });
  });
  return app;
}

// Without a configured address, links follow the one that the caller used.
function baseUrl({ baseUrl: configured, baseUrlIsDefault }: Config, request: FastifyRequest): string {
  const { host } = request;
  return baseUrlIsDefault && host && /^[\w.:[\]-]+$/.test(host) ? `${request.protocol}://${host}` : configured;
}

function withoutBasePath(url: string, basePath: string): string {
  if (basePath === '' || !url.startsWith(basePath)) return url;
  const rest = url.slice(basePath.length);
  return rest.startsWith('/') ? rest : rest === '' || rest.startsWith('?') ? `/${rest}` : url;
}
