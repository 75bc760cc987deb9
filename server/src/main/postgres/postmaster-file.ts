import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';
import { commandOf, isAlive, processesIn, waitUntil } from './process.ts';

/** What a running server notes in its data folder. */
interface Postmaster {
  readonly pid: number;
  readonly ready: boolean;
}

/** Reads `postmaster.pid`; null when there is none, or none that is complete. */
export function readPostmaster(folder: string): Postmaster | null {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return pid > 0 ? { pid, ready: lines[7]?.trim() === 'ready' } : null;
  } catch {
    return null;
  }
}

const PATIENCE_MS = 60_000;

/** Asks the server for a normal shutdown and waits for it. */
async function end(folder: string, pid: number): Promise<void> {
  process.kill(pid, 'SIGINT');
  // The note goes last. A process that nobody waits for stays visible after its end, so its id alone tells too little.
  const ended = () => readPostmaster(folder)?.pid !== pid || !isAlive(pid);
  if (await waitUntil(ended, PATIENCE_MS)) return;
  throw new StartError(
    `A PostgreSQL left over from an earlier run (process ${pid}) does not end: end it and start Cairn again`,
  );
}

/**
 * Removes what a dead server left, where PostgreSQL would not do it: the id it noted belongs to another process by now,
 * or to a dead one that nobody waited for. Its children may outlive it for a moment and must be gone first.
 */
async function forget(folder: string, sockets: string): Promise<void> {
  if (!(await waitUntil(() => processesIn(folder).length === 0, PATIENCE_MS))) {
    const left = processesIn(folder).join(', ');
    throw new StartError(`Processes of an earlier PostgreSQL do not end (${left}): end them and start Cairn again`);
  }
  const files = [join(folder, 'postmaster.pid'), join(sockets, '.s.PGSQL.5432'), join(sockets, '.s.PGSQL.5432.lock')];
  for (const file of files) rmSync(file, { force: true });
}

/**
 * Ends a server that a killed Cairn left behind on this folder, or removes its traces. The caller holds the lock of the
 * data folder, so no other Cairn uses it.
 */
export async function stopOrphan(folder: string, sockets: string): Promise<void> {
  const postmaster = readPostmaster(folder);
  if (!postmaster || !isAlive(postmaster.pid)) return; // PostgreSQL removes traces of a dead process itself
  if (commandOf(postmaster.pid)?.includes(folder)) await end(folder, postmaster.pid);
  else await forget(folder, sockets);
}
