import { createHash } from 'node:crypto';
import { CHUNK_SIZE, DIRECT_LIMIT } from './instance.ts';

/**
 * What must be found after a crash. Every written thing has the states it may be in: exactly one when the last write was
 * acknowledged; the old and the new one while a write is on its way or its answer was lost.
 */
export class Possible<T> {
  #states: readonly T[];

  constructor(...states: readonly T[]) {
    this.#states = states;
  }

  get states(): readonly T[] {
    return this.#states;
  }

  /** The state of something whose writes were all acknowledged. */
  get certain(): T {
    if (this.#states.length !== 1) throw new Error('The state is not certain.');
    return this.#states[0] as T;
  }

  get isCertain(): boolean {
    return this.#states.length === 1;
  }

  /** A write is sent that leads from the certain state to `next`. */
  sent(next: T): void {
    this.#states = [this.certain, next];
  }

  /** The state was acknowledged, or found. */
  settle(state: T): void {
    this.#states = [state];
  }
}

/** A record as it should be answered; `revisions` are all that were ever stored. */
export type RecordState = {
  readonly state: 'absent' | 'active' | 'deleted';
  readonly title: string;
  readonly description: string;
  readonly extras: readonly { readonly key: string; readonly type: 'int'; readonly value: number }[];
  readonly revisions: number;
};

export type Content = { readonly data: Buffer; readonly size: number; readonly checksum: string };

/** A file as it should be answered; `content` is null while there is no file, or no longer one. */
export type FileState = {
  readonly content: Content | null;
  readonly description: string;
  readonly revisions: number;
};

/** An upload that was begun; `id` is null until the answer came. */
export type LedgerUpload = {
  id: string | null;
  readonly file: LedgerFile;
  readonly content: Content;
  /** Indexes of chunks that were acknowledged. */
  readonly chunks: Set<number>;
  finish: 'not sent' | 'sent' | 'acknowledged';
};

export type LedgerFile = {
  readonly name: string;
  id: string | null;
  readonly state: Possible<FileState>;
};

export type LedgerRecord = {
  readonly identifier: string;
  id: number | null;
  readonly state: Possible<RecordState>;
  readonly files: Map<string, LedgerFile>;
  readonly uploads: Set<LedgerUpload>;
  /** Whether everything was acknowledged; if not, the record is left alone until it was looked at. */
  sure: boolean;
  /** The last round in which it was written. */
  round: number;
};

const md5 = (data: Buffer) => createHash('md5').update(data);

/** Content with the checksum that the API is to show for it. */
export function contentOf(data: Buffer): Content {
  const size = data.length;
  if (size <= DIRECT_LIMIT) return { data, size, checksum: md5(data).digest('hex') };
  const whole = createHash('md5');
  let count = 0;
  for (; count * CHUNK_SIZE < size; count++) whole.update(md5(chunkOf(data, count)).digest());
  return { data, size, checksum: `${whole.digest('hex')}-${count}` };
}

/** The bytes of one chunk. */
export function chunkOf(data: Buffer, index: number): Buffer {
  return data.subarray(index * CHUNK_SIZE, (index + 1) * CHUNK_SIZE);
}

export const chunkCount = (size: number) => Math.ceil(size / CHUNK_SIZE);

/** All that was written, by everyone and in all rounds, and how much of it was acknowledged. */
export class Ledger {
  readonly records = new Set<LedgerRecord>();
  readonly defects: string[] = [];
  readonly acknowledged: Record<string, number> = {};
  readonly counts = { answersLost: 0, unavailable: 0, checked: 0, resumed: 0 };
  round = 0;

  /** Notes an acknowledged write. */
  ack(kind: string): void {
    this.acknowledged[kind] = (this.acknowledged[kind] ?? 0) + 1;
  }

  /** Notes something that must not be. */
  defect(text: string): void {
    this.defects.push(`round ${this.round}: ${text}`);
  }
}
