import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The command line of a running process; null when there is none with this id. */
export function commandOf(pid: number): string | null {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return null;
  }
}

/** Whether a process with this id exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The processes that work in `folder`; on Linux only, elsewhere the list is always empty. */
export function processesIn(folder: string): number[] {
  if (process.platform !== 'linux') return [];
  const worksThere = (pid: string) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === folder;
    } catch {
      return false; // ended meanwhile, or of another account
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && worksThere(name))
    .map(Number);
}

/**
 * Asks `done` every few milliseconds until it is true; false when `milliseconds` have passed before.
 */
export async function waitUntil(done: () => boolean, milliseconds: number): Promise<boolean> {
  const end = performance.now() + milliseconds;
  while (!done()) {
    if (performance.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}
