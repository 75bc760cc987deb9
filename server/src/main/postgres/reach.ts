import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { type OsUser, runAs } from './os-user.ts';

/** Whether `user` may enter the folder: asked of the operating system, as access lists and mounts count too. */
export function canEnter(folder: string, user: OsUser | null): boolean {
  // The trailing dot is looked up inside the folder, which needs the right to enter it.
  return spawnSync('test', ['-d', `${folder}/.`], { ...runAs(user), cwd: '/', stdio: 'ignore' }).status === 0;
}

/** The outermost folder on the way to `path` that `user` may not enter; null when all are open. */
export function firstClosed(path: string, user: OsUser | null): string | null {
  if (canEnter(path, user)) return null;
  const parent = dirname(path);
  return (parent === path ? null : firstClosed(parent, user)) ?? path;
}
