import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { type ByteRange, StorageError, type StoredPart, type Take } from './store.ts';

/** Bytes a read: large, because each read and each write to the socket costs about the same whatever its size. */
const READ_SIZE = 256 * 1024;

type PathOf = (part: string) => string;
type Piece = { readonly part: string; readonly start: number; readonly end: number };

/**
 * Hands the content of files on, piece by piece, through two buffers that are used again and again: the next piece is
 * read while the last one is taken. At most one file is open.
 */
export async function copyParts(pathOf: PathOf, pieces: readonly Piece[], take: Take): Promise<void> {
  const buffers = [Buffer.allocUnsafeSlow(READ_SIZE), Buffer.allocUnsafeSlow(READ_SIZE)] as const;
  let turn: 0 | 1 = 0;
  let taking: Promise<void> = Promise.resolve();
  try {
    for (const { part, start, end } of pieces) {
      await using file = await openPart(pathOf, part);
      for (let position = start; position <= end; ) {
        const buffer = buffers[turn];
        const length = await readSome(file, part, buffer, position, end);
        await taking;
        taking = take(buffer.subarray(0, length));
        taking.catch(() => {}); // awaited with the next piece; until then a failure must not count as unhandled
        position += length;
        turn = turn === 0 ? 1 : 0;
      }
    }
  } finally {
    await taking;
  }
}

/** The same as a stream, for readers that keep what they get. */
export class PartsReader extends Readable {
  readonly #pathOf: PathOf;
  readonly #pieces: Piece[];
  #file: FileHandle | null = null;
  #position = 0;

  constructor(pathOf: PathOf, pieces: readonly Piece[]) {
    super({ highWaterMark: READ_SIZE });
    this.#pathOf = pathOf;
    this.#pieces = pieces.toReversed();
  }

  override _read(): void {
    this.#next().then(
      (data) => this.push(data),
      (error) => this.destroy(error),
    );
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    const file = this.#file;
    this.#file = null;
    if (!file) callback(error);
    else
      file.close().then(
        () => callback(error),
        (failure) => callback(error ?? failure),
      );
  }

  async #next(): Promise<Buffer | null> {
    const piece = this.#pieces.at(-1);
    if (!piece) return null;
    if (!this.#file) {
      const file = await openPart(this.#pathOf, piece.part);
      if (this.destroyed) {
        await file.close();
        return null;
      }
      this.#file = file;
      this.#position = piece.start;
    }
    const buffer = Buffer.allocUnsafeSlow(Math.min(READ_SIZE, piece.end + 1 - this.#position));
    const length = await readSome(this.#file, piece.part, buffer, this.#position, piece.end);
    this.#position += length;
    if (this.#position > piece.end) {
      this.#pieces.pop();
      const file = this.#file;
      this.#file = null;
      await file?.close();
    }
    return buffer.subarray(0, length);
  }
}

/** The stretches of parts that a range of the whole covers, in order; empty parts and parts outside are left out. */
export function piecesOf(parts: readonly StoredPart[], range?: ByteRange): Piece[] {
  const pieces: Piece[] = [];
  let offset = 0;
  for (const { part, size } of parts) {
    const start = Math.max(0, (range?.start ?? 0) - offset);
    const end = Math.min(size - 1, range ? range.end - offset : size - 1);
    if (start <= end) pieces.push({ part, start, end });
    offset += size;
  }
  return pieces;
}

async function openPart(pathOf: PathOf, part: string): Promise<FileHandle> {
  try {
    return await open(pathOf(part), 'r');
  } catch (error) {
    throw new StorageError(`Part ${part} can't be read.`, error);
  }
}

async function readSome(
  file: FileHandle,
  part: string,
  buffer: Buffer,
  position: number,
  end: number,
): Promise<number> {
  const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, end + 1 - position), position);
  if (bytesRead === 0) throw new StorageError(`Part ${part} is shorter than its row says.`);
  return bytesRead;
}
