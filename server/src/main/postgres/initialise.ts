import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';
import type { Binaries } from './binaries.ts';
import { type OsUser, runAs } from './os-user.ts';

/** Name of the role and of the database that Cairn uses. */
export const NAME = 'cairn';

/** What went wrong in a PostgreSQL program, for the administrator: its own fatal line, or a full disk in words. */
export function failure(output: string): string {
  if (output.includes('No space left on device')) return 'the disk is full';
  const lines = output.trim().split('\n');
  return (lines.findLast((line) => /FATAL|PANIC|ERROR|error:/.test(line)) ?? lines.at(-1) ?? '').trim();
}

function run(program: string, args: string[], user: OsUser | null, input: string): void {
  const env = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };
  const result = spawnSync(program, args, { ...runAs(user), cwd: '/', env, input, encoding: 'utf8' });
  if (result.status === 0) return;
  throw new StartError(
    `CAIRN_DATA_DIR: the database could not be made in it: ${result.error?.message ?? failure(result.stderr)}`,
  );
}

/**
 * Makes a new database cluster with the database `cairn` in `folder`, whole or not at all. The builtin locale C.UTF-8
 * orders text by code points and knows upper and lower case of every script, the same on every machine.
 */
export function initialise(folder: string, binaries: Binaries, user: OsUser | null, password: string): void {
  const unfinished = `${folder}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  chmodSync(unfinished, 0o700);
  const passwordFile = join(unfinished, 'password');
  const cluster = join(unfinished, 'cluster');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user) for (const path of [unfinished, passwordFile]) chownSync(path, user.uid, user.gid);
  run(
    binaries.initdb,
    [
      ['--pgdata', cluster],
      ['--username', NAME, '--pwfile', passwordFile, '--auth', 'scram-sha-256'],
      ['--encoding', 'UTF8', '--locale', 'C', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
      ['--data-checksums', '--no-instructions'],
    ].flat(),
    user,
    '',
  );
  run(binaries.postgres, ['--single', '-D', cluster, 'postgres'], user, `CREATE DATABASE ${NAME}\n`);
  appendFileSync(join(cluster, 'postgresql.conf'), "include = 'cairn.conf' # written by Cairn at each start\n");
  renameSync(cluster, folder); // fails if something else lies there
  rmSync(unfinished, { recursive: true });
}

/** Gives the role `cairn` of a stopped cluster a new password, for a data folder that lost the file with the old one. */
export function changePassword(folder: string, binaries: Binaries, user: OsUser | null, password: string): void {
  const statement = `ALTER ROLE ${NAME} PASSWORD '${password}'\n`;
  run(binaries.postgres, ['--single', '-D', folder, 'postgres'], user, statement);
}
