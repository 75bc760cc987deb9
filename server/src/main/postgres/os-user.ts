import { execFileSync } from 'node:child_process';
import { StartError } from '../start-error.ts';

/** An account of the operating system. */
export interface OsUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

function lookUp(name: string): OsUser | null {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { name, uid: id('-u'), gid: id('-g') };
  } catch {
    return null;
  }
}

/**
 * The account that runs PostgreSQL: null for the own one. PostgreSQL refuses to run as root, so root lends it the
 * account `postgres`, or `nobody` where there is none.
 */
export function databaseUser(): OsUser | null {
  if (process.getuid?.() !== 0) return null;
  const user = lookUp('postgres') ?? lookUp('nobody');
  if (user) return user;
  throw new StartError(
    'PostgreSQL cannot run as root and this machine has no account "postgres" or "nobody": ' +
      'start Cairn as an ordinary user, or set CAIRN_DATABASE_URL',
  );
}

/** The options that let a child process run as `user`. */
export function runAs(user: OsUser | null): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {};
}
