import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, Http } from './http.ts';
import { Inspector } from './inspector.ts';
import { endsService, Instance, type Victim, victims } from './instance.ts';
import { Ledger } from './ledger.ts';
import { Random } from './random.ts';
import { SharedRecord } from './shared-record.ts';
import { Storage } from './storage.ts';
import { type Operation, operations, Writer } from './writer.ts';

const WRITERS = 6;
/** A kill waits for a certain operation to begin, but no longer than this. */
const WAIT_MS = 4000;
/** What is left alone for a long time is looked at in passing. */
const SAMPLE = 10;

export type Options = {
  readonly rounds: number;
  readonly seed: number;
  readonly say: (line: string) => void;
};

export type Report = {
  readonly defects: readonly string[];
  readonly kills: Readonly<Record<string, number>>;
  readonly acknowledged: Readonly<Record<string, number>>;
  readonly counts: Ledger['counts'];
  /** Milliseconds from a start, or from a kill that the service survives, until every process is ready. */
  readonly recoveries: readonly number[];
  /** Parts without a row that crashes left on disk, all removed. */
  readonly leftovers: number;
};

/** Runs the whole loop on an installation of its own, and removes it. */
export async function runRounds(options: Options): Promise<Report> {
  const instance = await Instance.create();
  const interrupted = () => {
    instance.abandon();
    process.exit(1);
  };
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    return await new Loop(instance, options).run();
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    await instance.dispose();
  }
}

class Loop {
  readonly #instance: Instance;
  readonly #options: Options;
  readonly #random: Random;
  readonly #ledger = new Ledger();
  readonly #storage: Storage;
  readonly #kills: Record<string, number> = {};
  readonly #recoveries: number[] = [];
  #leftovers = 0;
  /** Whether the database may be out of reach, so that requests may be refused for now. */
  #outage = false;
  #begun: (operation: Operation) => void = () => {};

  constructor(instance: Instance, options: Options) {
    this.#instance = instance;
    this.#options = options;
    this.#random = new Random(options.seed);
    this.#storage = new Storage(instance, this.#ledger);
  }

  async run(): Promise<Report> {
    await this.#firstStart();
    const http = new Http(this.#instance.port, await this.#token(), (...heard) => this.#hear(...heard));
    const shared = await SharedRecord.create(http, this.#ledger);
    const begins = (operation: Operation) => this.#begun(operation);
    const writers = Array.from(
      { length: WRITERS },
      (_, i) => new Writer(`w${i}`, { http, ledger: this.#ledger, random: this.#random.fork(), shared }, begins),
    );
    const inspector = new Inspector(http, this.#ledger, this.#random.fork());
    const order = this.#order();
    for (const [index, victim] of order.entries()) {
      this.#ledger.round = index + 1;
      const known = this.#ledger.defects.length;
      await this.#round(victim, http, writers);
      const { records, round } = this.#ledger;
      const untouched = [...records].filter((record) => record.round < round);
      const sample = Array.from({ length: Math.min(SAMPLE, untouched.length) }, () => this.#random.pick(untouched));
      await inspector.inspect(new Set([...[...records].filter((record) => record.round === round), ...sample]));
      await shared.inspect();
      this.#leftovers += await this.#storage.inspect();
      await this.#storage.verify();
      for (const defect of this.#ledger.defects.slice(known)) this.#options.say(`  ${defect}`);
    }
    await inspector.inspect(this.#ledger.records);
    const { defects, acknowledged, counts } = this.#ledger;
    const recoveries = this.#recoveries;
    return { defects, kills: this.#kills, acknowledged, counts, recoveries, leftovers: this.#leftovers };
  }

  /** The first start makes everything; it is killed on the way, and the next one must do. */
  async #firstStart(): Promise<void> {
    this.#instance.launch();
    await sleep(this.#random.integer(0, 2500));
    await this.#kill('all');
    await this.#start();
  }

  async #token(): Promise<string> {
    const user = await this.#instance.command(['users', 'create', 'writer', '--password-stdin'], 'correct horse');
    const token = await this.#instance.command(['tokens', 'create', 'writer', '--name', 'kill']);
    if (user.status !== 0 || token.status !== 0) throw new Error(`No user or token: ${user.err}${token.err}`);
    return token.out.trim();
  }

  // Every victim in turn, in an order of chance.
  #order(): Victim[] {
    const order: Victim[] = [];
    while (order.length < this.#options.rounds) {
      const bag = [...victims];
      while (bag.length > 0) order.push(...bag.splice(this.#random.integer(0, bag.length - 1), 1));
    }
    return order.slice(0, this.#options.rounds);
  }

  #hear(method: string, path: string, { status, body }: Answer): void {
    if (status < 500 || (status === 503 && this.#outage)) return;
    this.#ledger.defect(`${method} ${path}: ${status} ${body}`);
  }

  async #round(victim: Victim, http: Http, writers: readonly Writer[]): Promise<void> {
    const { seed, rounds, say } = this.#options;
    const stop = new AbortController();
    const before = Object.values(this.#ledger.acknowledged).reduce((sum, count) => sum + count, 0);
    const working = Promise.all(writers.map((writer) => writer.work(stop.signal)));
    const trigger = await this.#moment();
    this.#outage = victim !== 'worker';
    const served = this.#instance.workers();
    await this.#kill(victim);
    if (endsService(victim)) {
      stop.abort();
      await working;
      http.disconnect();
      // Recovery itself may be killed.
      if (this.#random.chance(0.3)) {
        this.#instance.launch();
        await sleep(this.#random.integer(0, 1500));
        await this.#kill('all');
      }
      await this.#start();
    } else {
      await this.#recover();
      await sleep(this.#random.integer(0, 300));
      stop.abort();
      await working;
      const serving = this.#instance.workers();
      const lost = served.filter((pid) => !serving.includes(pid)).length - (victim === 'worker' ? 1 : 0);
      if (lost !== 0) this.#ledger.defect(`${lost} processes ended that were not killed\n${this.#instance.log()}`);
    }
    this.#outage = false;
    const after = Object.values(this.#ledger.acknowledged).reduce((sum, count) => sum + count, 0);
    const time = Math.round(this.#recoveries.at(-1) ?? 0);
    say(
      `round ${this.#ledger.round} of ${rounds} (seed ${seed}): ${victim} killed at ${trigger}, ` +
        `${after - before} writes acknowledged, ready after ${time} ms`,
    );
  }

  /** Waits for the moment of the kill: shortly after an operation of a chosen kind has begun. */
  async #moment(): Promise<string> {
    await sleep(this.#random.integer(200, 1500));
    const chosen = this.#random.pick(operations);
    if (this.#random.chance(0.3)) await this.#storage.startCleanUp();
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, WAIT_MS);
      this.#begun = (operation) => {
        if (operation !== chosen) return;
        clearTimeout(timer);
        resolve();
      };
    });
    this.#begun = () => {};
    await sleep(this.#random.fraction() * 20);
    return chosen;
  }

  async #kill(victim: Victim): Promise<void> {
    const count = await this.#instance.kill(victim, (list) => this.#random.pick(list));
    if (count === 0) throw new Error(`There was no ${victim} to kill.\n${this.#instance.log()}`);
    this.#kills[victim] = (this.#kills[victim] ?? 0) + 1;
  }

  async #start(): Promise<void> {
    this.#instance.launch();
    await this.#recover();
  }

  async #recover(): Promise<void> {
    const since = performance.now();
    await this.#instance.untilReady();
    this.#recoveries.push(performance.now() - since);
  }
}
