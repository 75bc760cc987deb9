import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../start-error.ts';
import { commandOf, isAlive, waitUntil } from './process.ts';

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

/**
 * Ends a server that a killed Cairn left behind on this folder, as a normal shutdown, and removes a note that names a
 * process which is something else by now. The caller holds the lock of the data folder, so no other Cairn uses it.
 */
export async function stopOrphan(folder: string): Promise<void> {
  const postmaster = readPostmaster(folder);
  if (!postmaster || !isAlive(postmaster.pid)) return; // PostgreSQL handles a note of a dead process itself
  if (!commandOf(postmaster.pid)?.includes(folder)) {
    rmSync(join(folder, 'postmaster.pid'), { force: true });
    return;
  }
  process.kill(postmaster.pid, 'SIGINT');
  // The note goes last. A process that nobody waits for stays visible after its end, so its id alone tells too little.
  const ended = () => readPostmaster(folder)?.pid !== postmaster.pid || !isAlive(postmaster.pid);
  if (await waitUntil(ended, 60_000)) return;
  throw new StartError(
    `A PostgreSQL left over from an earlier run (process ${postmaster.pid}) does not end: end it and start Cairn again`,
  );
}
