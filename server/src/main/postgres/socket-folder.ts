import { createHash } from 'node:crypto';
import { chownSync, lstatSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';
import type { OsUser } from './os-user.ts';

// Operating systems cut the path of a socket: 108 bytes with the closing zero on Linux, 104 on macOS.
const LONGEST = process.platform === 'linux' ? 107 : 103;

/**
 * The folder for the server's socket: the cluster's own where the path is short enough, else a private one below the
 * folder for temporary files. Its name follows from the cluster's path, so that every command finds it.
 */
export function socketFolder(cluster: string, user: OsUser | null): string {
  if (Buffer.byteLength(join(cluster, '.s.PGSQL.5432.lock')) <= LONGEST) return cluster;
  const name = createHash('sha256').update(cluster).digest('hex').slice(0, 16);
  const folder = join(tmpdir(), `cairn-${name}`);
  try {
    mkdirSync(folder, { mode: 0o700 });
    if (user) chownSync(folder, user.uid, user.gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const owner = user?.uid ?? process.getuid?.();
  const found = lstatSync(folder);
  // Anyone may have made the folder first; the password would be sent to a server of theirs.
  if (found.isDirectory() && found.uid === owner && (found.mode & 0o077) === 0) return folder;
  throw new StartError(`${folder} belongs to someone else: remove it, or set CAIRN_DATA_DIR to a shorter path`);
}
