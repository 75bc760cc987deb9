import { LogIn, NewPersonalToken, PersonalTokenCreate, PersonalTokens, Session, Setup } from '@cairn/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Config } from '../config/index.ts';
import type { Db } from '../db/index.ts';
import { type LinkBase, type RateLimit, route } from '../http/index.ts';
import {
  type Authenticator,
  createToken,
  endSession,
  hasAdministrator,
  listTokens,
  logIn,
  presentUser,
  revokeToken,
  type SessionActor,
  setUpAdministrator,
  startSession,
  type UserCards,
} from '../identity/index.ts';
import {
  forbidden,
  jsonText,
  notFound,
  pathId,
  unauthorized,
  VERSION,
  writeJson,
  writeObject,
} from '../kernel/index.ts';
import { SESSION_COOKIE, setSessionCookie } from './session-cookie.ts';

export type InternalServices = {
  db: Db;
  config: Config;
  users: UserCards;
  authenticator: Authenticator;
  limit: RateLimit;
};

const shared = { tag: 'internal', internal: true } as const;

/** Declares what the web interface needs beyond API v1: sessions, the first administrator, personal tokens. */
export function mountInternal(app: FastifyInstance, services: InternalServices): void {
  const { db, config, users, authenticator, limit } = services;
  const loginWindow = [{ name: 'login', seconds: 60, max: config.rateLimits.loginPerMinute }];

  const describe = async (actor: SessionActor | null, links: LinkBase) => {
    const card = actor ? (await users.get([actor.userId])).get(actor.userId) : undefined;
    return writeObject(
      { csrf_token: actor?.csrfToken ?? null, setup: !card && !(await hasAdministrator(db)), version: VERSION },
      { user: actor && card ? presentUser(card, actor, links) : jsonText('null') },
    );
  };

  const begin = async (secret: string, reply: FastifyReply, links: LinkBase) => {
    setSessionCookie(reply, secret, config);
    return describe(await authenticator.session(secret), links);
  };

  route(app, {
    ...shared,
    method: 'GET',
    url: '/internal/session',
    operation: 'getSession',
    summary: 'Who is logged in',
    access: 'public',
    unlimited: true,
    responses: { 200: Session },
    async handler({ request, links }) {
      const secret = request.cookies[SESSION_COOKIE];
      const actor = secret ? await authenticator.session(secret).catch(() => null) : null;
      return { status: 200, body: await describe(actor, links), headers: { 'cache-control': 'no-store' } };
    },
  });

  route(app, {
    ...shared,
    method: 'POST',
    url: '/internal/session',
    operation: 'logIn',
    summary: 'Log in with user name and password',
    access: 'public',
    unlimited: true,
    body: LogIn,
    responses: { 200: Session },
    async handler({ request, reply, body, links }) {
      requireOwnOrigin(request, links);
      await limit.count(request, loginWindow);
      const userAgent = request.headers['user-agent'] ?? '';
      const session = await logIn(db, body, { userAgent, days: config.sessionDays });
      if (session === null) throw unauthorized('User name and password do not fit.');
      if (session === 'inactive') throw unauthorized('This account is inactive.');
      return { status: 200, body: await begin(session.secret, reply, links) };
    },
  });

  route(app, {
    ...shared,
    method: 'DELETE',
    url: '/internal/session',
    operation: 'logOut',
    summary: 'Log out',
    access: 'session',
    responses: { 204: z.void() },
    async handler({ request, reply }) {
      const secret = request.cookies[SESSION_COOKIE];
      if (secret) await endSession(db, secret);
      authenticator.forget();
      setSessionCookie(reply, null, config);
      return { status: 204 };
    },
  });

  route(app, {
    ...shared,
    method: 'POST',
    url: '/internal/setup',
    operation: 'setUp',
    summary: 'Create the first administrator',
    access: 'public',
    unlimited: true,
    body: Setup,
    responses: { 201: Session },
    async handler({ request, reply, body: { token, ...user }, links }) {
      requireOwnOrigin(request, links);
      await limit.count(request, loginWindow);
      const userId = await setUpAdministrator(db, token, user);
      const { rows } = await sql<{ id: number }>`select identity_id as id from app_user where id = ${userId}`.execute(
        db,
      );
      const userAgent = request.headers['user-agent'] ?? '';
      const identityId = (rows[0] as { id: number }).id;
      const session = await startSession(db, { userId, identityId, userAgent, days: config.sessionDays });
      return { status: 201, body: await begin(session.secret, reply, links) };
    },
  });

  route(app, {
    ...shared,
    method: 'GET',
    url: '/internal/tokens',
    operation: 'listTokens',
    summary: 'List the personal tokens of the user',
    access: 'session',
    responses: { 200: PersonalTokens },
    handler: async ({ actor }) => ({ status: 200, body: writeJson({ items: await listTokens(db, actor.userId) }) }),
  });

  route(app, {
    ...shared,
    method: 'POST',
    url: '/internal/tokens',
    operation: 'createToken',
    summary: 'Create a personal token; it is shown once',
    access: 'session',
    body: PersonalTokenCreate,
    responses: { 201: NewPersonalToken },
    async handler({ actor, body: { name, scopes, expires_at: expiresAt } }) {
      const token = await createToken(db, actor.userId, { name, scopes, expiresAt });
      return { status: 201, body: writeJson(token), headers: { 'cache-control': 'no-store' } };
    },
  });

  route(app, {
    ...shared,
    method: 'DELETE',
    url: '/internal/tokens/:id',
    operation: 'deleteToken',
    summary: 'Remove a personal token',
    access: 'session',
    responses: { 204: z.void() },
    async handler({ actor, params }) {
      const id = pathId(params.id ?? '');
      if (id === null || !(await revokeToken(db, actor.userId, id))) throw notFound();
      authenticator.forget();
      return { status: 204 };
    },
  });
}

// A log-in from another site's page would put the victim into the attacker's account; there is no session yet whose
// token could be asked for, so the browser's word on the origin decides.
function requireOwnOrigin(request: FastifyRequest, links: LinkBase): void {
  const site = request.headers['sec-fetch-site'];
  const origin = request.headers.origin;
  if (site !== undefined ? site === 'same-origin' || site === 'none' : origin === undefined) return;
  if (origin !== undefined && origin === new URL(links.web).origin) return;
  throw forbidden('Log-in is only possible from the pages of this service.');
}
