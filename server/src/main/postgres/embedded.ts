import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';
import { locateBinaries } from './binaries.ts';
import { changePassword, initialise, NAME } from './initialise.ts';
import { databaseUser } from './os-user.ts';
import { stopOrphan } from './postmaster-file.ts';
import { type LineSink, type PostgresServer, startServer } from './server.ts';

import type { ServerUse } from './settings.ts';
import { socketFolder } from './socket-folder.ts';

/** The database inside a data folder. */
export interface EmbeddedDatabase {
  /** Address for clients on this machine that run as the same account, with the password. */
  readonly url: string;
  /** Starts the server; also again, after its process was lost. */
  start(): Promise<PostgresServer>;
}

const clusterOf = (dataDir: string) => join(dataDir, 'postgres');
const passwordFileOf = (dataDir: string) => join(dataDir, 'postgres.password');

function address(dataDir: string, password: string): string {
  const sockets = socketFolder(clusterOf(dataDir), databaseUser());
  return `postgres://${NAME}:${password}@localhost/${NAME}?host=${encodeURIComponent(sockets)}`;
}

/** The address of the database in a data folder that another process has started. */
export function embeddedAddress(dataDir: string): string {
  return address(dataDir, readFileSync(passwordFileOf(dataDir), 'utf8'));
}

// A file that is there is whole: one that a kill had left empty would be taken for the password at every later start.
function writeWhole(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

// After its first process was killed, the others of a server need a moment to notice before a new one may start.
const LEFT_BEHIND = /pre-existing shared memory block|lock file/;
const PATIENCE_MS = 15_000;

/**
 * Prepares the database inside `dataDir`: makes it at the first time, ends what a killed run left behind. The caller
 * holds the lock of the data folder. Throws a {@link StartError} when that is impossible.
 */
export async function prepareEmbedded(dataDir: string, use: ServerUse, onLine: LineSink): Promise<EmbeddedDatabase> {
  const user = databaseUser();
  const cluster = clusterOf(dataDir);
  const passwordFile = passwordFileOf(dataDir);
  const binaries = locateBinaries(user, join(dataDir, 'programs'));
  const sockets = socketFolder(cluster, user);
  await stopOrphan(cluster, sockets);
  const known = existsSync(passwordFile);
  const password = known ? readFileSync(passwordFile, 'utf8') : randomBytes(24).toString('base64url');
  if (!known) writeWhole(passwordFile, password);
  if (!existsSync(join(cluster, 'PG_VERSION'))) initialise(cluster, binaries, user, password);
  else if (!known) changePassword(cluster, binaries, user, password);
  const place = { cluster, sockets, binaries, user };

  const start = async (): Promise<PostgresServer> => {
    const end = performance.now() + PATIENCE_MS;
    for (;;) {
      try {
        return await startServer(place, use, onLine);
      } catch (error) {
        if (!(error instanceof StartError)) throw error;
        const wait = LEFT_BEHIND.test(error.message) && performance.now() < end;
        if (!wait) throw new StartError(`CAIRN_DATA_DIR: the database in ${dataDir} does not start: ${error.message}`);
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }
  };
  return { url: address(dataDir, password), start };
}
