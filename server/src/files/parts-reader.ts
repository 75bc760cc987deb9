import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { type ByteRange, StorageError, type StoredPart } from './store.ts';

/** Bytes a read: large, because each read and each write to the socket costs the same whatever its size. */
const READ_SIZE = 512 * 1024;

type Piece = { readonly part: string; readonly start: number; readonly end: number };

/** A stream over several files, of which at most one is open; nothing is read that nobody takes. */
export class PartsReader extends Readable {
  readonly #pathOf: (part: string) => string;
  readonly #pieces: Piece[];
  #file: FileHandle | null = null;
  #position = 0;

  constructor(pathOf: (part: string) => string, parts: readonly StoredPart[], range?: ByteRange) {
    super({ highWaterMark: READ_SIZE });
    this.#pathOf = pathOf;
    this.#pieces = piecesOf(parts, range).reverse();
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
      const file = await open(this.#pathOf(piece.part), 'r').catch((error: unknown) => {
        throw new StorageError(`Part ${piece.part} can't be read.`, error);
      });
      if (this.destroyed) {
        await file.close();
        return null;
      }
      this.#file = file;
      this.#position = piece.start;
    }
    const wanted = Math.min(READ_SIZE, piece.end + 1 - this.#position);
    const buffer = Buffer.allocUnsafeSlow(wanted);
    const { bytesRead } = await this.#file.read(buffer, 0, wanted, this.#position);
    if (bytesRead === 0) throw new StorageError(`Part ${piece.part} is shorter than its row says.`);
    this.#position += bytesRead;
    if (this.#position > piece.end) {
      this.#pieces.pop();
      const file = this.#file;
      this.#file = null;
      await file?.close();
    }
    return bytesRead === wanted ? buffer : buffer.subarray(0, bytesRead);
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
