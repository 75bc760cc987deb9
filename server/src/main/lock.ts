import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { causeOf, StartError } from './start-error.ts';

/** What holds the data folder. */
export interface Holder {
  readonly pid: number;
  /** `start` for the service, else the command that borrows the database. */
  readonly command: string;
}

/** Holds the data folder for this process until released. */
export interface DataLock {
  release(): void;
}

const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return (error as { errcode?: number }).errcode === SQLITE_BUSY;
}

/**
 * Takes the data folder for this process alone; null when another process of this machine has it. The lock is one that
 * the operating system keeps for SQLite on an open file: it ends with the process, however that dies, and two processes
 * cannot both get it. Node offers no other way to such a lock.
 */
export function tryLock(dataDir: string, command: string): DataLock | null {
  const file = join(dataDir, 'cairn.lock');
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(file, { timeout: 0 });
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    writeFileSync(join(dataDir, 'cairn.pid'), JSON.stringify({ pid: process.pid, command }));
  } catch (error) {
    lock?.close();
    if (isBusy(error)) return null;
    const cause = (error as { code?: string }).code === 'ERR_SQLITE_ERROR' ? 'the file' : causeOf(error);
    throw new StartError(`CAIRN_DATA_DIR: ${file} cannot be written (${cause}): check owner and rights of the folder`);
  }
  const held = lock;
  return { release: () => held.close() };
}

/** Who holds the data folder; null when nobody ever did. Meaningful only after {@link tryLock} gave null. */
export function readHolder(dataDir: string): Holder | null {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'cairn.pid'), 'utf8')) as Holder;
  } catch {
    return null;
  }
}
