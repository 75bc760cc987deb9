import { Readable } from 'node:stream';
import { makeZip, predictLength } from 'client-zip';
import { archiveNames } from './archive-names.ts';

/** A file to put into an archive; `open` is called when its turn comes. */
export type ArchiveEntry = {
  readonly name: string;
  readonly size: number;
  readonly modified: Date;
  readonly open: () => Readable;
};

/**
 * A ZIP archive of files as they are (stored, not compressed; ZIP64 where needed): its exact length in bytes, and its
 * content, which is made while it is read. Destroying that stream closes the file that is being read.
 */
export function archive(entries: readonly ArchiveEntry[]): { length: number; open: () => Readable } {
  const names = archiveNames(entries.map((entry) => entry.name));
  const length = Number(predictLength(entries.map(({ size }, index) => ({ name: names[index], size }))));
  return { length, open: () => Readable.fromWeb(makeZip(inputs(entries, names)) as never, { highWaterMark: 1 }) };
}

async function* inputs(entries: readonly ArchiveEntry[], names: readonly string[]) {
  let file: Readable | undefined;
  try {
    for (const [index, { size, modified, open }] of entries.entries()) {
      file = open();
      yield { name: names[index], size, lastModified: modified, input: file };
    }
  } finally {
    file?.destroy(); // the reader went away in the middle
  }
}
