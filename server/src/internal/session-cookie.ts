import type { FastifyReply } from 'fastify';
import type { Config } from '../config/index.ts';

export const SESSION_COOKIE = 'cairn_session';

/** Gives the browser the secret of its session, or with null takes it back. */
export function setSessionCookie(
  reply: FastifyReply,
  secret: string | null,
  { baseUrl, basePath, sessionDays }: Config,
): void {
  reply.setCookie(SESSION_COOKIE, secret ?? '', {
    httpOnly: true,
    sameSite: 'lax',
    secure: baseUrl.startsWith('https:'),
    path: basePath === '' ? '/' : basePath,
    maxAge: secret === null ? 0 : sessionDays * 86_400,
  });
}
