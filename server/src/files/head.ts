import { HEAD } from './magic.ts';

/** Passes content on and keeps its first megabyte, so that small files need not be read again to tell their type. */
export class Head {
  readonly #kept: Uint8Array[] = [];
  #size = 0;

  async *watch(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    for await (const piece of content) {
      if (this.#size < HEAD) {
        this.#kept.push(piece);
        this.#size += piece.byteLength;
      }
      yield piece;
    }
  }

  /** The bytes kept; all of them, if no more came than one megabyte. */
  bytes(): Buffer {
    return Buffer.concat(this.#kept);
  }
}
