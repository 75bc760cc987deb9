import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/index.ts';
import { unknownParts } from './clean-up.ts';
import { chunkedChecksum } from './finish-upload.ts';
import type { PartAddress, Store } from './store.ts';

/** One thing that is wrong with the content of a file. */
export type Damage = {
  readonly file: string;
  readonly record: number;
  readonly name: string;
  readonly problem: string;
};

export type Verification = {
  /** Files whose content was read, and its bytes. */
  readonly files: number;
  readonly bytes: number;
  /** Empty if everything is right. */
  readonly damaged: readonly Damage[];
  /** Parts that belong to nothing; no harm, the clean-up removes them after a day. */
  readonly leftovers: readonly PartAddress[];
};

type Row = {
  file: string;
  record: number;
  name: string;
  size: number;
  checksum: string;
  blob: string;
  chunked: boolean;
  parts: { part: string; size: number; checksum: string }[];
};

const BATCH = 200;

/**
 * Reads every stored file and compares size and checksum with what the database says; finds parts that belong to
 * nothing. Changes nothing and may run while the service does.
 */
export async function verifyStorage(db: Db, store: Store): Promise<Verification> {
  const damaged: Damage[] = [];
  let files = 0;
  let bytes = 0;
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await sql<Row>`
      select f.id as file, f.record_id as record, f.name, f.size, f.checksum, f.blob_id as blob,
        f.checksum like '%-%' as chunked, (
        select coalesce(jsonb_agg(jsonb_build_object('part', p.part, 'size', p.size, 'checksum', p.checksum) order by p.index), '[]')
        from blob_part p where p.blob_id = f.blob_id) as parts
      from file f where f.state = 'active' and f.id > ${after}::uuid order by f.id limit ${BATCH}`.execute(db);
    for (const row of rows) {
      files++;
      bytes += row.size;
      const problem = await problemOf(store, row);
      // A file that was changed while it was read is another one now.
      if (problem !== null && (await isCurrent(db, row))) {
        damaged.push({ file: row.file, record: row.record, name: row.name, problem });
      }
    }
    const last = rows.at(-1);
    if (!last) break;
    after = last.file;
  }
  const leftovers: PartAddress[] = [];
  for await (const parts of store.list()) leftovers.push(...(await unknownParts(db, parts)));
  return { files, bytes, damaged, leftovers };
}

async function problemOf(store: Store, { blob, parts, size, checksum, chunked }: Row): Promise<string | null> {
  const total = parts.reduce((sum, part) => sum + part.size, 0);
  if (total !== size) return `its parts have ${total} bytes instead of ${size}`;
  for (const part of parts) {
    const found = await store.stat({ blob, part: part.part });
    if (!found) return `part ${part.part} is missing`;
    if (found.size !== part.size) return `part ${part.part} has ${found.size} bytes instead of ${part.size}`;
    const hash = createHash('md5');
    for await (const piece of store.read(blob, [part])) hash.update(piece);
    const actual = hash.digest('hex');
    if (actual !== part.checksum) return `part ${part.part} has the checksum ${actual} instead of ${part.checksum}`;
  }
  const whole = chunked ? chunkedChecksum(parts) : parts[0]?.checksum;
  return whole === checksum ? null : `its checksum should be ${whole}`;
}

async function isCurrent(db: Db, { file, blob }: Row): Promise<boolean> {
  const { rows } = await sql`select from file where id = ${file} and blob_id = ${blob} and state = 'active'`.execute(
    db,
  );
  return rows.length > 0;
}
