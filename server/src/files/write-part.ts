import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { type Announced, PartMismatch, type PartReceipt } from './store.ts';

/** Bytes that are gathered before they are written: few system calls, and memory stays flat (two batches an upload). */
const BATCH = 256 * 1024;

/** Bytes after which the system is asked to bring to disk what it has: little is left to wait for at the end. */
const SYNC_EVERY = 2 * 1024 * 1024;

/**
 * Writes all of `content` to an empty file, hashing one batch while the one before is on its way to disk.
 * @throws PartMismatch as soon as more arrives than announced, or at the end if less arrived or the MD5 differs.
 */
export async function writeFully(
  file: FileHandle,
  content: AsyncIterable<Uint8Array>,
  announced: Announced,
): Promise<PartReceipt> {
  const hash = createHash('md5');
  let size = 0;
  let batch: Uint8Array[] = [];
  let gathered = 0;
  let writing: Promise<void> = Promise.resolve();
  let syncing: Promise<void> = Promise.resolve();
  let unsynced = 0;
  try {
    for await (const piece of content) {
      size += piece.byteLength;
      if (size > announced.size)
        throw new PartMismatch(`More data was sent than the announced ${announced.size} bytes.`);
      hash.update(piece);
      batch.push(piece);
      gathered += piece.byteLength;
      if (gathered < BATCH) continue;
      await writing;
      writing = writeAll(file, batch, gathered);
      writing.catch(() => {}); // awaited later; until then a failure must not count as unhandled
      unsynced += gathered;
      if (unsynced >= SYNC_EVERY) {
        // One after the other; a failure shows again at the last one, which is awaited (see `writePart`).
        syncing = syncing.then(() => file.datasync()).catch(() => {});
        unsynced = 0;
      }
      batch = [];
      gathered = 0;
    }
  } finally {
    await writing.catch(() => {}); // the file must not be closed under a write
    await syncing;
  }
  await writing;
  if (gathered > 0) await writeAll(file, batch, gathered);
  if (size < announced.size) {
    throw new PartMismatch(`Only ${size} bytes were sent of the announced ${announced.size} bytes.`);
  }
  const checksum = hash.digest('hex');
  if (announced.checksum !== null && announced.checksum !== checksum) {
    throw new PartMismatch(`The data has the checksum ${checksum}, but ${announced.checksum} was announced.`);
  }
  return { size, checksum };
}

async function writeAll(file: FileHandle, batch: Uint8Array[], length: number): Promise<void> {
  const { bytesWritten } = await file.writev(batch);
  if (bytesWritten === length) return;
  // The system may take less than it was given, for instance when the disk is nearly full.
  const rest = Buffer.concat(batch).subarray(bytesWritten);
  for (let written = 0; written < rest.length; ) {
    written += (await file.write(rest, written)).bytesWritten;
  }
}
