import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, type Http, jsonOf, NoAnswer, type Sent } from './http.ts';
import { CHUNK_SIZE, DIRECT_LIMIT } from './instance.ts';
import {
  type Content,
  chunkCount,
  chunkOf,
  contentOf,
  type FileState,
  type Ledger,
  type LedgerFile,
  type LedgerRecord,
  type LedgerUpload,
  Possible,
  type RecordState,
} from './ledger.ts';
import type { Random } from './random.ts';
import type { SharedRecord } from './shared-record.ts';

/** Something with an unknown outcome ends an operation; the check finds out what became of it. */
class Unknown extends Error {}

const RECORDS = 6;
const FILES = 8;

const weights = {
  createRecord: 8,
  changeRecord: 16,
  addFile: 22,
  replaceFile: 22,
  describeFile: 6,
  deleteFile: 5,
  readFile: 10,
  trashRecord: 5,
  changeShared: 6,
} as const;
export type Operation = keyof typeof weights | 'finish' | 'purge' | 'restore';
export const operations: readonly Operation[] = [
  ...(Object.keys(weights) as (keyof typeof weights)[]),
  'finish',
  'purge',
  'restore',
];

/** Someone who writes without pause, one operation after the other, to records of their own. */
export class Writer {
  readonly #name: string;
  readonly #http: Http;
  readonly #ledger: Ledger;
  readonly #random: Random;
  readonly #shared: SharedRecord;
  readonly #begins: (operation: Operation) => void;
  #count = 0;
  readonly #own: LedgerRecord[] = [];

  /** @param begins is told each operation when it begins. */
  constructor(
    name: string,
    { http, ledger, random, shared }: { http: Http; ledger: Ledger; random: Random; shared: SharedRecord },
    begins: (operation: Operation) => void,
  ) {
    this.#name = name;
    this.#http = http;
    this.#ledger = ledger;
    this.#random = random;
    this.#shared = shared;
    this.#begins = begins;
  }

  /** Works until told to stop; the operation under way is brought to its end. */
  async work(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      try {
        await this.#next(stop);
      } catch (error) {
        if (!(error instanceof Unknown)) throw error;
        await sleep(50); // what could not be reached is not asked at once again
      }
    }
  }

  async #next(stop: AbortSignal): Promise<void> {
    const random = this.#random;
    const usable = this.#own.filter((record) => record.sure);
    const active = usable.filter((record) => record.state.certain.state === 'active');
    const trashed = usable.filter((record) => record.state.certain.state === 'deleted');
    if (trashed.length > 2) {
      const record = random.pick(trashed);
      if (random.chance(0.5)) await this.#restore(record);
      else await this.#purge(record);
      return;
    }
    if (active.length < 2) return this.#createRecord();
    const operation = random.weighted(weights);
    const record = random.pick(active);
    const files = [...record.files.values()].filter((file) => file.state.certain.content !== null);
    if (operation === 'createRecord') {
      if (active.length < RECORDS) await this.#createRecord();
      else await this.#trash(record);
    } else if (operation === 'changeShared') await this.#changeShared();
    else if (operation === 'changeRecord') await this.#change(record);
    else if (operation === 'trashRecord') await this.#trash(record);
    else if (operation === 'addFile' || files.length === 0) {
      if (files.length < FILES) await this.#upload(record, null, stop);
      else await this.#deleteFile(record, random.pick(files));
    } else {
      const file = random.pick(files);
      if (operation === 'replaceFile') await this.#upload(record, file, stop);
      else if (operation === 'describeFile') await this.#describe(record, file);
      else if (operation === 'deleteFile') await this.#deleteFile(record, file);
      else await this.#read(record, file);
    }
  }

  async #changeShared(): Promise<void> {
    this.#begins('changeShared');
    if (!(await this.#shared.change(`Shared ${this.#unique()}`))) throw new Unknown();
  }

  #unique(): string {
    return `${this.#name}-${++this.#count}`;
  }

  /** Sends a request that must succeed. @throws Unknown when its outcome cannot be known. */
  async #must(status: number, record: LedgerRecord, method: string, path: string, sent: Sent = {}): Promise<Answer> {
    record.round = this.#ledger.round;
    const answer = await this.#http.send(method, path, sent).catch((error: unknown) => {
      if (!(error instanceof NoAnswer)) throw error;
      return null;
    });
    if (answer?.status === status) return answer;
    record.sure = false;
    if (answer === null) this.#ledger.counts.answersLost++;
    else if (answer.status >= 500) this.#ledger.counts.unavailable++;
    else this.#ledger.defect(`${method} ${path}: ${answer.status} instead of ${status}: ${answer.body}`);
    throw new Unknown();
  }

  async #createRecord(): Promise<void> {
    this.#begins('createRecord');
    const absent: RecordState = { state: 'absent', title: '', description: '', extras: [], revisions: 0 };
    const record: LedgerRecord = {
      identifier: this.#unique(),
      id: null,
      state: new Possible(absent),
      files: new Map(),
      uploads: new Set(),
      sure: true,
      round: this.#ledger.round,
    };
    const state: RecordState = { ...absent, ...this.#metadata(), state: 'active', revisions: 1 };
    record.state.sent(state);
    this.#ledger.records.add(record);
    this.#own.push(record);
    const { identifier } = record;
    const { title, description, extras } = state;
    const json = { identifier, title, description, extras };
    const answer = await this.#must(201, record, 'POST', '/records', { json });
    record.id = jsonOf<{ id: number }>(answer).id;
    record.state.settle(state);
    this.#ledger.ack('records created');
  }

  #metadata() {
    const title = `Title ${this.#unique()}`;
    const value = this.#random.integer(0, 1_000_000);
    return { title, description: `About ${title}`, extras: [{ key: 'value', type: 'int', value }] as const };
  }

  async #transition(
    record: LedgerRecord,
    change: Partial<RecordState>,
    { status, method, path = '', json }: { status: number; method: string; path?: string; json?: unknown },
  ): Promise<void> {
    const before = record.state.certain;
    const after = { ...before, ...change, revisions: before.revisions + 1 };
    record.state.sent(after);
    await this.#must(status, record, method, `/records/${record.id}${path}`, { json });
    record.state.settle(after);
  }

  async #change(record: LedgerRecord): Promise<void> {
    this.#begins('changeRecord');
    const change = this.#metadata();
    await this.#transition(record, change, { status: 200, method: 'PATCH', json: change });
    this.#ledger.ack('records changed');
  }

  async #trash(record: LedgerRecord): Promise<void> {
    this.#begins('trashRecord');
    await this.#transition(record, { state: 'deleted' }, { status: 204, method: 'DELETE' });
    this.#ledger.ack('records deleted');
  }

  async #restore(record: LedgerRecord): Promise<void> {
    this.#begins('restore');
    await this.#transition(record, { state: 'active' }, { status: 200, method: 'POST', path: '/restore' });
    this.#ledger.ack('records restored');
  }

  async #purge(record: LedgerRecord): Promise<void> {
    this.#begins('purge');
    await this.#transition(record, { state: 'absent' }, { status: 202, method: 'POST', path: '/purge' });
    this.#ledger.ack('records purged');
  }

  #content(): Content {
    const random = this.#random;
    const size = random.chance(0.6)
      ? random.integer(0, random.pick([10, 5_000, DIRECT_LIMIT]))
      : random.integer(DIRECT_LIMIT + 1, 7 * CHUNK_SIZE);
    return contentOf(random.bytes(size));
  }

  async #upload(record: LedgerRecord, replaced: LedgerFile | null, stop: AbortSignal): Promise<void> {
    this.#begins(replaced ? 'replaceFile' : 'addFile');
    const content = this.#content();
    const none: FileState = { content: null, description: '', revisions: 0 };
    const file = replaced ?? { name: this.#unique(), id: null, state: new Possible(none) };
    const upload: LedgerUpload = { id: null, file, content, chunks: new Set(), finish: 'not sent' };
    record.files.set(file.name, file);
    record.uploads.add(upload);
    const path = replaced ? `/records/${record.id}/files/${file.id}` : `/records/${record.id}/uploads`;
    const json = { name: file.name, size: content.size };
    const begun = await this.#must(201, record, replaced ? 'PUT' : 'POST', path, { json });
    upload.id = jsonOf<{ id: string }>(begun).id;
    this.#ledger.ack('uploads begun');
    if (content.size <= DIRECT_LIMIT) await this.#sendDirect(record, upload);
    else await this.#sendChunks(record, upload, stop);
  }

  #pace(): Sent {
    return this.#random.chance(0.3)
      ? { pieces: this.#random.integer(2, 5), pauseMs: this.#random.integer(1, 8) }
      : { pieces: 1 };
  }

  async #sendDirect(record: LedgerRecord, upload: LedgerUpload): Promise<void> {
    const path = `/records/${record.id}/uploads/${upload.id}`;
    const { file, content } = upload;
    const after = expectFile(upload);
    const answer = await this.#must(201, record, 'PUT', path, { data: content.data, ...this.#pace() });
    file.id = jsonOf<{ id: string }>(answer).id;
    file.state.settle(after);
    record.uploads.delete(upload);
    this.#ledger.ack('direct uploads');
  }

  async #sendChunks(record: LedgerRecord, upload: LedgerUpload, stop: AbortSignal): Promise<void> {
    const path = `/records/${record.id}/uploads/${upload.id}`;
    const { content } = upload;
    const waiting = Array.from({ length: chunkCount(content.size) }, (_, index) => index);
    const sender = async () => {
      for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
        const data = chunkOf(content.data, index);
        const headers = { 'svc-chunk-index': index, 'svc-chunk-size': data.length };
        await this.#must(200, record, 'PUT', path, { data, headers, ...this.#pace() });
        upload.chunks.add(index);
        this.#ledger.ack('chunks');
      }
    };
    const outcomes = await Promise.allSettled([sender(), sender(), sender()]);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
    this.#begins('finish');
    const after = expectFile(upload);
    upload.finish = 'sent';
    await this.#must(202, record, 'POST', path);
    upload.finish = 'acknowledged';
    this.#ledger.ack('uploads finished');
    await this.#untilFile(record, upload, after, stop);
  }

  // While the service is told to stop, the check waits for what is not done yet.
  async #untilFile(record: LedgerRecord, upload: LedgerUpload, after: FileState, stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      const answer = await this.#must(200, record, 'GET', `/records/${record.id}/uploads/${upload.id}`);
      const { _meta } = jsonOf<{ _meta: { task: { state: string; file?: { id: string } } } }>(answer);
      if (_meta.task.state === 'success') {
        upload.file.id = _meta.task.file?.id ?? null;
        upload.file.state.settle(after);
        record.uploads.delete(upload);
        return;
      }
      if (_meta.task.state === 'failure') {
        this.#ledger.defect(`upload ${upload.id} failed: ${answer.body}`);
        break;
      }
      await sleep(20);
    }
    record.sure = false;
    throw new Unknown();
  }

  async #describe(record: LedgerRecord, file: LedgerFile): Promise<void> {
    this.#begins('describeFile');
    const before = file.state.certain;
    const after = { ...before, description: `Text ${this.#unique()}`, revisions: before.revisions + 1 };
    file.state.sent(after);
    const json = { description: after.description };
    await this.#must(200, record, 'PATCH', `/records/${record.id}/files/${file.id}`, { json });
    file.state.settle(after);
    this.#ledger.ack('files described');
  }

  async #deleteFile(record: LedgerRecord, file: LedgerFile): Promise<void> {
    this.#begins('deleteFile');
    const before = file.state.certain;
    const after = { ...before, content: null, revisions: before.revisions + 1 };
    file.state.sent(after);
    await this.#must(204, record, 'DELETE', `/records/${record.id}/files/${file.id}`);
    file.state.settle(after);
    this.#ledger.ack('files deleted');
  }

  async #read(record: LedgerRecord, file: LedgerFile): Promise<void> {
    this.#begins('readFile');
    const { content } = file.state.certain;
    try {
      const { body } = await this.#must(200, record, 'GET', `/records/${record.id}/files/${file.id}/download`);
      if (!content?.data.equals(body)) this.#ledger.defect(`${file.name} was downloaded with another content`);
    } finally {
      record.sure = true; // reading changes nothing
    }
  }
}

/** The state of a file once its upload is done; from now on it is possible. */
export function expectFile({ file, content }: LedgerUpload): FileState {
  const before = file.state.certain;
  const after = { ...before, content, revisions: before.revisions + 1 };
  file.state.sent(after);
  return after;
}
