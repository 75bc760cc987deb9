import { buffer } from 'node:stream/consumers';
import type { Store, StoredPart } from './store.ts';

/** Reads the first `length` bytes of a blob, or all; for contents that are known to be small. */
export function readWhole(store: Store, blob: string, parts: readonly StoredPart[], length?: number): Promise<Buffer> {
  return buffer(store.read(blob, parts, length === undefined ? undefined : { start: 0, end: length - 1 }));
}
