import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Authenticate } from '../http/index.ts';
import type { Authenticator } from '../identity/index.ts';
import { badRequest } from '../kernel/index.ts';
import { SESSION_COOKIE } from './session-cookie.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Who makes a request: the owner of the token in `Authorization: Bearer`, else of the browser's session. A token wins
 * over a session (decision 16); a changing request of a session needs its CSRF token in a header.
 */
export function requestAuthenticator(authenticator: Authenticator): Authenticate {
  return async (request) => {
    const header = request.headers.authorization;
    if (header !== undefined) {
      const token = /^bearer +(\S+) *$/i.exec(header)?.[1];
      return token === undefined ? null : authenticator.token(token);
    }
    const secret = request.cookies[SESSION_COOKIE];
    if (!secret) return null;
    const actor = await authenticator.session(secret);
    if (actor && !SAFE.has(request.method)) requireCsrf(request, actor.csrfToken);
    return actor;
  };
}

function requireCsrf(request: FastifyRequest, expected: string): void {
  const given = request.headers['x-csrf-token'] ?? request.headers['x-csrftoken'];
  const a = Buffer.from(typeof given === 'string' ? given : '');
  const b = Buffer.from(expected);
  if (a.length !== b.length || !timingSafeEqual(a, b)) throw badRequest('The CSRF token is missing or wrong.');
}
