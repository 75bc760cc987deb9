import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';

/** Seconds that plain Node streams take to write bytes to a file while computing their MD5, and to read them again. */
export async function plainStreams(folder: string, data: Buffer): Promise<{ write: number; read: number }> {
  const path = join(folder, 'plain.bin');
  const hash = createHash('md5');
  const slices = function* () {
    for (let at = 0; at < data.length; at += 65_536) yield data.subarray(at, at + 65_536);
  };
  let start = performance.now();
  await pipeline(
    Readable.from(slices()),
    async function* (source) {
      for await (const chunk of source) {
        hash.update(chunk as Buffer);
        yield chunk;
      }
    },
    createWriteStream(path, { flush: true }),
  );
  hash.digest();
  const write = (performance.now() - start) / 1000;
  start = performance.now();
  const source = createReadStream(path);
  source.on('data', () => {});
  await finished(source);
  const read = (performance.now() - start) / 1000;
  rmSync(path);
  return { write, read };
}
