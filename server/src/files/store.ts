import type { Readable } from 'node:stream';

/**
 * Where the bytes of files are kept. A *blob* is the content of one file version: an ordered list of *parts*, each
 * written once under a name of its own and never changed. The database alone knows which parts make up a blob, so
 * nothing is ever renamed, merged or overwritten; on an object store a part is one object (decision 0050).
 */
export interface Store {
  /** The name of this kind of store, as answers show it (`storage_type`). */
  readonly type: 'local';

  /**
   * Writes one part while its MD5 is computed. When it resolves, the part is complete and on disk; when it rejects,
   * nothing of it is left, short of a crash.
   * @throws PartMismatch if length or checksum are not as announced; ApiError 507 if the storage is full; StorageError;
   *   what `content` throws.
   */
  writePart(at: PartAddress, content: AsyncIterable<Uint8Array>, announced: Announced): Promise<PartReceipt>;

  /**
   * Reads a blob, or the bytes `start` to `end` (both included) of it. The stream fails if a part is missing or shorter
   * than its row says, so a damaged file never looks complete.
   */
  read(blob: string, parts: readonly StoredPart[], range?: ByteRange): Readable;

  /**
   * Hands the same bytes to `take`, piece by piece. A piece is only valid until the promise of `take` is settled: its
   * memory is then used again, so that many downloads at once take little.
   * @throws StorageError; what `take` throws.
   */
  copy(blob: string, parts: readonly StoredPart[], take: Take, range?: ByteRange): Promise<void>;

  /** Size in bytes and time of writing of a part, or null if there is none. */
  stat(at: PartAddress): Promise<{ size: number; written: Date } | null>;

  /** Removes a part; one that is not there is fine. */
  removePart(at: PartAddress): Promise<void>;

  /** All parts that are stored, in batches of some thousands at most. */
  list(): AsyncIterable<PartAddress[]>;

  /** Resolves if parts can be written and read at the moment. @throws Error that says why not. */
  check(): Promise<void>;
}

export type PartAddress = { readonly blob: string; readonly part: string };

/** A part as its row tells; `part` is its name, `size` its length in bytes. */
export type StoredPart = { readonly part: string; readonly size: number };

export type Take = (piece: Uint8Array) => Promise<void>;

export type ByteRange = { readonly start: number; readonly end: number };

/** What the sender said about a part; a null checksum is not compared. */
export type Announced = { readonly size: number; readonly checksum: string | null };

/** What was written; `checksum` is the MD5 in lower-case hex. */
export type PartReceipt = { readonly size: number; readonly checksum: string };

/** The store can't do what it was asked for: a part is missing or damaged, a folder is gone, a disk fails. */
export class StorageError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StorageError';
  }
}

/** The content of a part is not what its sender announced. */
export class PartMismatch extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'PartMismatch';
  }
}
