import { isDeepStrictEqual } from 'node:util';
import { type Http, jsonOf } from './http.ts';
import type { FileState, Ledger, LedgerFile, LedgerRecord, RecordState } from './ledger.ts';
import type { Random } from './random.ts';
import { settleUploads } from './settle-uploads.ts';

type Page<T> = { items: T[]; _pagination: { total_items: number; total_pages: number } };
type RecordAnswer = { id: number } & Pick<RecordState, 'title' | 'description'> & {
    state: string;
    extras: { key: string; type: string; value: number }[];
  };
type FileAnswer = { id: string; name: string; size: number; checksum: string; description: string; state: string };
type Revision<T> = { id: number; object_id: string; data: T };

/** Compares what the service answers with the ledger, and settles what was not certain. */
export class Inspector {
  readonly #http: Http;
  readonly #ledger: Ledger;
  readonly #random: Random;

  constructor(http: Http, ledger: Ledger, random: Random) {
    this.#http = http;
    this.#ledger = ledger;
    this.#random = random;
  }

  /** Checks records with all their files, uploads and revisions; some at a time. */
  async inspect(records: Iterable<LedgerRecord>): Promise<void> {
    const waiting = [...records];
    const worker = async () => {
      for (let record = waiting.pop(); record !== undefined; record = waiting.pop()) await this.#record(record);
    };
    await Promise.all([worker(), worker(), worker(), worker()]);
  }

  async #get<T>(path: string): Promise<T | null> {
    const answer = await this.#http.send('GET', path);
    if (answer.status === 404) return null;
    if (answer.status !== 200) this.#ledger.defect(`GET ${path}: ${answer.status}: ${answer.body}`);
    return answer.status === 200 ? jsonOf<T>(answer) : null;
  }

  async #record(record: LedgerRecord): Promise<void> {
    this.#ledger.counts.checked++;
    const found = await this.#get<RecordAnswer>(
      record.id === null ? `/records/identifier/${record.identifier}` : `/records/${record.id}`,
    );
    record.id ??= found?.id ?? null;
    const inTrash = found === null && (await this.#isInTrash(record));
    const matches = (state: RecordState) =>
      found === null ? state.state === (inTrash ? 'deleted' : 'absent') : isSame(state, found);
    const state = record.state.states.find(matches);
    if (!state) {
      const shown = JSON.stringify({ found, inTrash, possible: record.state.states });
      this.#ledger.defect(`record ${record.identifier} is in none of its possible states: ${shown}`);
      record.sure = false;
      return;
    }
    record.state.settle(state);
    record.sure = true;
    if (found === null) return;
    await this.#revisions(record, found);
    await settleUploads(this.#http, this.#ledger, this.#random, record);
    await this.#files(record);
    await this.#fileRevisions(record);
  }

  async #isInTrash({ id, identifier }: LedgerRecord): Promise<boolean> {
    const trash = await this.#get<Page<{ id: number }>>(`/trash?per_page=100&filter=${identifier}`);
    return trash?.items.some((item) => item.id === id) ?? false;
  }

  async #revisions(record: LedgerRecord, found: RecordAnswer): Promise<void> {
    const page = await this.#get<Page<Revision<RecordAnswer>>>(`/records/${record.id}/revisions?per_page=1`);
    const { revisions } = record.state.certain;
    const total = page?._pagination.total_items;
    if (total !== revisions) {
      this.#ledger.defect(`record ${record.identifier} has ${total} revisions instead of ${revisions}`);
    }
    const newest = page?.items[0]?.data;
    if (!newest || !isSame(record.state.certain, newest)) {
      this.#ledger.defect(
        `the newest revision of ${record.identifier} is ${JSON.stringify(newest)} for ${found.title}`,
      );
    }
  }

  async #files(record: LedgerRecord): Promise<void> {
    const page = await this.#get<Page<FileAnswer>>(`/records/${record.id}/files?per_page=100`);
    const items = page?.items ?? [];
    if (
      items.length !== new Set(items.map(({ name }) => name)).size ||
      page?._pagination.total_items !== items.length
    ) {
      this.#ledger.defect(`record ${record.identifier} has files with the same name`);
    }
    const strange = items.filter(({ name }) => !record.files.has(name)).map(({ name }) => name);
    if (strange.length > 0) this.#ledger.defect(`record ${record.identifier} has unknown files: ${strange}`);
    for (const file of record.files.values()) {
      const found = items.find(({ name }) => name === file.name) ?? null;
      const state = file.state.states.find((state) => isSameFile(state, found));
      if (!state) {
        const possible = file.state.states.map(({ content, ...rest }) => ({ ...rest, size: content?.size ?? null }));
        const shown = JSON.stringify({ found, possible });
        this.#ledger.defect(`file ${file.name} of ${record.identifier} is in none of its possible states: ${shown}`);
        record.sure = false;
        continue;
      }
      file.state.settle(state);
      if (found === null) continue;
      file.id ??= found.id;
      if (file.id !== found.id) this.#ledger.defect(`file ${file.name} has the id ${found.id} instead of ${file.id}`);
      await this.#download(record, file);
    }
  }

  async #download(record: LedgerRecord, file: LedgerFile): Promise<void> {
    const { body, status, headers } = await this.#http.send('GET', `/records/${record.id}/files/${file.id}/download`);
    const data = file.state.certain.content?.data;
    if (status === 200 && data?.equals(body) && Number(headers['content-length']) === data.length) return;
    this.#ledger.defect(`${file.name} of ${record.identifier} downloads as ${body.length} other bytes (${status})`);
  }

  async #fileRevisions(record: LedgerRecord): Promise<void> {
    const all: Revision<FileAnswer>[] = [];
    for (let number = 1, pages = 1; number <= pages; number++) {
      const path = `/records/${record.id}/files/revisions?per_page=100&page=${number}`;
      const page = await this.#get<Page<Revision<FileAnswer>>>(path);
      all.push(...(page?.items ?? []));
      pages = page?._pagination.total_pages ?? 0;
    }
    for (const file of record.files.values()) {
      if (!file.state.isCertain) continue;
      const own = all.filter(({ data }) => data.name === file.name);
      const state = file.state.certain;
      if (own.length !== state.revisions) {
        this.#ledger.defect(`file ${file.name} has ${own.length} revisions instead of ${state.revisions}`);
      }
      const newest = own[0]?.data;
      const agrees = newest && (newest.state === 'active' ? isSameFile(state, newest) : state.content === null);
      if (newest && !agrees) this.#ledger.defect(`the newest revision of ${file.name} is ${JSON.stringify(newest)}`);
    }
  }
}

function isSame(state: RecordState, found: Omit<RecordAnswer, 'id'>): boolean {
  const { title, description, extras } = found;
  const metadata = { title, description, extras: extras.map(({ key, type, value }) => ({ key, type, value })) };
  const wanted = { title: state.title, description: state.description, extras: [...state.extras] };
  return state.state === found.state && isDeepStrictEqual(metadata, wanted);
}

function isSameFile(state: FileState, found: Omit<FileAnswer, 'id'> | null): boolean {
  if (state.content === null || found === null) return state.content === found;
  const { size, checksum } = state.content;
  return size === found.size && checksum === found.checksum && state.description === found.description;
}
