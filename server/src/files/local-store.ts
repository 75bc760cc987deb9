import { closeSync, constants, fsync, fsyncSync, mkdirSync, openSync, readdirSync } from 'node:fs';
import { access, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { ApiError } from '../kernel/index.ts';
import { copyParts, PartsReader, piecesOf } from './read-parts.ts';
import {
  type Announced,
  type ByteRange,
  type PartAddress,
  type PartReceipt,
  StorageError,
  type Store,
  type StoredPart,
  type Take,
} from './store.ts';
import { writeFully } from './write-part.ts';

const FOLDERS = Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, '0'));
const sync = promisify(fsync);
const NAME = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.(.+)$/;

/**
 * Parts as files on a local or mounted disk: `<root>/<first two digits of the blob>/<blob>.<part>`. All 256 folders are
 * made when the store is opened, so that writing a part never has to make one durable (decision 0050).
 */
export class LocalStore implements Store {
  readonly type = 'local';
  readonly #root: string;
  readonly #folders = new Map<string, number>();

  /** Makes the folders, if they are not there. @throws Error if the place can't be written. */
  constructor(root: string) {
    this.#root = root;
    mkdirSync(root, { recursive: true });
    const present = new Set(readdirSync(root));
    const missing = FOLDERS.filter((folder) => !present.has(folder));
    if (missing.length === 0) return;
    for (const folder of missing) mkdirSync(join(root, folder), { recursive: true });
    const opened = openSync(root, 'r');
    fsyncSync(opened);
    closeSync(opened);
  }

  async writePart(at: PartAddress, content: AsyncIterable<Uint8Array>, announced: Announced): Promise<PartReceipt> {
    const path = this.#path(at);
    const file = await open(path, 'wx', 0o640).catch(fail);
    try {
      const receipt = await writeFully(file, content, announced);
      await file.datasync();
      await file.close();
      await this.#syncFolder(at.blob);
      return receipt;
    } catch (error) {
      await file.close().catch(() => {});
      await rm(path, { force: true }).catch(() => {});
      return fail(error);
    }
  }

  read(blob: string, parts: readonly StoredPart[], range?: ByteRange): Readable {
    return new PartsReader((part) => this.#path({ blob, part }), piecesOf(parts, range));
  }

  copy(blob: string, parts: readonly StoredPart[], take: Take, range?: ByteRange): Promise<void> {
    return copyParts((part) => this.#path({ blob, part }), piecesOf(parts, range), take);
  }

  async stat(at: PartAddress): Promise<{ size: number; written: Date } | null> {
    try {
      const { size, mtime } = await stat(this.#path(at));
      return { size, written: mtime };
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async removePart(at: PartAddress): Promise<void> {
    await rm(this.#path(at), { force: true });
  }

  async *list(): AsyncIterable<PartAddress[]> {
    for (const folder of FOLDERS) {
      const parts: PartAddress[] = [];
      for (const name of await readdir(join(this.#root, folder))) {
        const [, blob, part] = NAME.exec(name) ?? [];
        if (blob && part) parts.push({ blob, part });
      }
      if (parts.length > 0) yield parts;
    }
  }

  async check(): Promise<void> {
    await access(join(this.#root, FOLDERS[0] as string), constants.R_OK | constants.W_OK | constants.X_OK);
  }

  // A new name is only on disk once its folder is. Folders stay open, as they are needed again and again.
  async #syncFolder(blob: string): Promise<void> {
    const name = blob.slice(0, 2);
    let folder = this.#folders.get(name);
    if (folder === undefined) {
      folder = openSync(join(this.#root, name), 'r');
      this.#folders.set(name, folder);
    }
    await sync(folder);
  }

  #folder(blob: string): string {
    return join(this.#root, blob.slice(0, 2));
  }

  #path({ blob, part }: PartAddress): string {
    return join(this.#folder(blob), `${blob}.${part}`);
  }
}

/** Opens the store of an instance; parts are kept below the data folder. */
export function openStore(config: { readonly dataDir: string }): Store {
  return new LocalStore(join(config.dataDir, 'files'));
}

// Errors of the disk as what they mean to the caller; errors of the content pass.
function fail(error: unknown): never {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) throw error;
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT') {
    throw new ApiError(507, 'The storage of this service is full; the data was not stored.');
  }
  throw new StorageError(`A part can't be written: ${error.message}`, error);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
