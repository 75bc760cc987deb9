import { readdirSync, readFileSync } from 'node:fs';

/** A process and when it began, in ticks since the machine started: an id alone may be used again by another one. */
export type Process = { readonly pid: number; readonly parent: number; readonly began: string };

function read(pid: number): Process | null {
  try {
    // The name in parentheses may contain anything; what follows the last one is in columns (proc(5)).
    const columns = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    if (columns[0] === 'Z') return null; // it has ended, only its parent has not noticed
    return { pid, parent: Number(columns[1]), began: columns[19] ?? '' };
  } catch {
    return null;
  }
}

function all(): Process[] {
  return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (read(Number(name)) ?? []) : []));
}

/** The processes that `pid` started and that still run. */
export function childrenOf(pid: number): Process[] {
  return all().filter(({ parent }) => parent === pid);
}

/** The process itself, its children, theirs, and so on. */
export function familyOf(pid: number): Process[] {
  const running = all();
  const family = running.filter((process) => process.pid === pid);
  for (const member of family) family.push(...running.filter(({ parent }) => parent === member.pid));
  return family;
}

export function runs({ pid, began }: Process): boolean {
  return read(pid)?.began === began;
}

/** Ends processes at once, as far as they still run. */
export function end(processes: readonly Process[]): void {
  for (const process of processes) if (runs(process)) kill(process.pid);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
