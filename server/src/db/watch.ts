import { randomInt } from 'node:crypto';
import pg from 'pg';

/** Advisory locks of class 7214 mark living processes; the second half is the process's own key. */
export const PROCESS_LOCK_CLASS = 7214;

/**
 * A connection of its own that listens to the database's notifications, and whose lock tells other processes that this
 * one lives. It reconnects by itself.
 */
export class Watch {
  /** Under which other processes see this one alive. */
  readonly processKey = randomInt(1, 2 ** 31 - 1);
  readonly #url: string;
  readonly #listeners = new Map<string, Set<() => void>>();
  #client: pg.Client | null = null;
  #closed = false;
  #retry: NodeJS.Timeout | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  /** Whether notifications arrive at the moment; while they don't, nothing that depends on them may be remembered. */
  get connected(): boolean {
    return this.#client !== null;
  }

  /** Calls `listener` at each notification on `channel`, and after every reconnection, when some may have been missed. */
  on(channel: string, listener: () => void): void {
    const known = this.#listeners.get(channel);
    if (known) known.add(listener);
    else {
      this.#listeners.set(channel, new Set([listener]));
      this.#client?.query(`listen ${pg.escapeIdentifier(channel)}`).catch(() => {});
    }
  }

  /** Connects; failures are retried for as long as the process lives. */
  async start(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#url, application_name: 'cairn watch', keepAlive: true });
    const lost = () => {
      if (this.#client === client) this.#client = null;
      client.removeAllListeners();
      client.on('error', () => {});
      client.end().catch(() => {});
      if (this.#closed) return;
      clearTimeout(this.#retry);
      this.#retry = setTimeout(() => void this.start(), 500);
    };
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', ({ channel }) => this.#tell(channel));
    try {
      await client.connect();
      await client.query('select pg_advisory_lock($1, $2)', [PROCESS_LOCK_CLASS, this.processKey]);
      for (const channel of this.#listeners.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      this.#client = client;
      for (const channel of this.#listeners.keys()) this.#tell(channel);
    } catch {
      lost();
    }
  }

  /** Disconnects for good. */
  async stop(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => {});
  }

  #tell(channel: string): void {
    for (const listener of this.#listeners.get(channel) ?? []) listener();
  }
}
