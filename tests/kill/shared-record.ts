import { type Http, jsonOf, NoAnswer } from './http.ts';
import type { Ledger } from './ledger.ts';

type Write = { readonly begun: number; acknowledged: number };
type Page = { items: { data: { title: string } }[]; _pagination: { total_pages: number } };

/** One record that everyone changes at the same time, each time to a title of its own. */
export class SharedRecord {
  readonly #http: Http;
  readonly #ledger: Ledger;
  readonly #id: number;
  /** When each title was sent and when it was acknowledged, if it was. */
  readonly #writes = new Map<string, Write>();

  private constructor(http: Http, ledger: Ledger, id: number, title: string) {
    this.#http = http;
    this.#ledger = ledger;
    this.#id = id;
    this.#writes.set(title, { begun: 0, acknowledged: 0 });
  }

  static async create(http: Http, ledger: Ledger): Promise<SharedRecord> {
    const title = 'Shared';
    const { status, body } = await http.send('POST', '/records', { json: { identifier: 'shared', title } });
    if (status !== 201) throw new Error(`The shared record was not created: ${status} ${body}`);
    return new SharedRecord(http, ledger, JSON.parse(body.toString()).id, title);
  }

  /** Changes the title. Whether it was acknowledged. */
  async change(title: string): Promise<boolean> {
    const write = { begun: performance.now(), acknowledged: Number.POSITIVE_INFINITY };
    this.#writes.set(title, write);
    try {
      const { status, body } = await this.#http.send('PATCH', `/records/${this.#id}`, { json: { title } });
      if (status === 200) {
        write.acknowledged = performance.now();
        this.#ledger.ack('shared record changed');
        return true;
      }
      if (status < 500) this.#ledger.defect(`the shared record was not changed: ${status} ${body}`);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
    }
    return false;
  }

  /** Every acknowledged title is a revision, in an order that agrees with the clocks, and the newest one is the record. */
  async inspect(): Promise<void> {
    const titles = await this.#revisions();
    const { title } = jsonOf<{ title: string }>(await this.#http.send('GET', `/records/${this.#id}`));
    if (title !== titles.at(-1)) this.#ledger.defect(`the shared record is ${title}, its revision ${titles.at(-1)}`);
    if (new Set(titles).size !== titles.length) this.#ledger.defect('a change of the shared record was stored twice');
    for (const [written, { acknowledged }] of this.#writes) {
      const lost = acknowledged < Number.POSITIVE_INFINITY && !titles.includes(written);
      if (lost) this.#ledger.defect(`the acknowledged change ${written} of the shared record is lost`);
    }
    let latest = 0;
    for (const stored of titles) {
      const write = this.#writes.get(stored);
      if (!write) this.#ledger.defect(`nobody wrote ${stored} to the shared record`);
      else if (write.acknowledged < latest) this.#ledger.defect(`${stored} was stored after a later change`);
      latest = Math.max(latest, write?.begun ?? 0);
    }
  }

  /** The titles of all revisions, oldest first. */
  async #revisions(): Promise<string[]> {
    const titles: string[] = [];
    for (let number = 1, pages = 1; number <= pages; number++) {
      const answer = await this.#http.send('GET', `/records/${this.#id}/revisions?per_page=100&page=${number}`);
      const page = jsonOf<Page>(answer);
      titles.push(...page.items.map(({ data }) => data.title));
      pages = page._pagination.total_pages;
    }
    return titles.reverse();
  }
}
