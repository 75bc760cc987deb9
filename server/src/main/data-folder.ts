import { createHash } from 'node:crypto';
import { accessSync, chmodSync, constants, mkdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Config } from '../config/index.ts';
import { databaseUser } from './postgres/os-user.ts';
import { firstClosed } from './postgres/reach.ts';
import { causeOf, StartError } from './start-error.ts';

function nearestFolder(path: string): string {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? path : nearestFolder(dirname(path));
}

function make(path: string): void {
  try {
    const created = mkdirSync(path, { recursive: true }) !== undefined;
    if (created) chmodSync(path, 0o755); // whatever the umask: the account of the database passes through
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartError(
      `CAIRN_DATA_DIR: ${path} cannot be used as data folder: ${causeOf(error)}. ` +
        'Give this account the right to write there, or set CAIRN_DATA_DIR to another folder',
    );
  }
}

/** The place for data of an installation that lies where the account of the database cannot go. */
function systemFolder(dataDir: string): string {
  const id = createHash('sha256').update(dataDir).digest('hex').slice(0, 8);
  return join('/var/lib/cairn', `${basename(dirname(dataDir))}-${id}`);
}

/**
 * Makes the data folder usable and returns the settings with the folder that is used. When root starts Cairn where
 * PostgreSQL's account may not enter (a clone below /root), a default folder gives way to one below /var/lib/cairn,
 * and `note` is told; a folder that was chosen is refused with a {@link StartError}.
 */
export function openDataFolder(config: Config, note: (line: string) => void): Config {
  const user = config.databaseUrl === null ? databaseUser() : null;
  const closed = user && firstClosed(nearestFolder(config.dataDir), user);
  if (user && closed && !config.dataDirIsDefault) {
    throw new StartError(
      `CAIRN_DATA_DIR: PostgreSQL runs as the account "${user.name}" (it refuses to run as root), which may not enter ` +
        `${closed}: allow it (chmod o+x ${closed}), or set CAIRN_DATA_DIR to another folder`,
    );
  }
  const dataDir = closed ? systemFolder(config.dataDir) : config.dataDir;
  if (closed) note(`The database may not enter ${closed}: the data folder is ${dataDir}`);
  make(dataDir);
  return dataDir === config.dataDir ? config : Object.freeze({ ...config, dataDir });
}
