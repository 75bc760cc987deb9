import { spawn } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { StartError } from '../start-error.ts';
import type { Binaries } from './binaries.ts';
import { failure } from './initialise.ts';
import { type OsUser, runAs } from './os-user.ts';
import { readPostmaster } from './postmaster-file.ts';
import { type ServerUse, serverSettings } from './settings.ts';

/** A server that accepts connections. */
export interface PostgresServer {
  readonly pid: number;
  /** Resolves when the process has ended, wanted or not. */
  readonly ended: Promise<void>;
  /** Ends it: connections are closed, everything acknowledged is on disk. Resolves when it is done. */
  stop(): Promise<void>;
}

export interface ServerPlace {
  readonly cluster: string;
  readonly sockets: string;
  readonly binaries: Binaries;
  readonly user: OsUser | null;
}

/** Every line that the server writes: warnings and errors only. */
export type LineSink = (line: string) => void;

const REMEMBERED_LINES = 20;

/**
 * Starts the server of an initialised cluster and waits until it accepts connections, however long a recovery takes.
 * Throws a {@link StartError} with the server's own words when it ends instead.
 */
export async function startServer(place: ServerPlace, use: ServerUse, onLine: LineSink): Promise<PostgresServer> {
  const settings = join(place.cluster, 'cairn.conf');
  writeFileSync(settings, serverSettings(use));
  chmodSync(settings, 0o644);
  const child = spawn(place.binaries.postgres, ['-D', place.cluster, '-k', place.sockets], {
    ...runAs(place.user),
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true, // or Ctrl+C in a terminal would end it before the requests that use it
  });
  const last: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    last.push(line);
    if (last.length > REMEMBERED_LINES) last.shift();
    onLine(line);
  });
  let running = true;
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      last.push(error.message);
      running = false;
      resolve();
    });
    child.once('close', () => {
      running = false;
      resolve();
    });
  });
  const ready = () => {
    const postmaster = readPostmaster(place.cluster);
    return postmaster?.pid === child.pid && postmaster?.ready === true;
  };
  while (running && !ready()) await new Promise((resolve) => setTimeout(resolve, 10));
  const { pid } = child;
  if (!running || pid === undefined) throw new StartError(failure(last.join('\n')));
  const stop = async () => {
    if (running) child.kill('SIGINT'); // PostgreSQL's fast shutdown
    await ended;
  };
  return { pid, ended, stop };
}
