import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';

/** Advisory locks of this class mark names that are held; the second half of the key is a hash of the name. */
const HELD_LOCK_CLASS = 7214;

/** Whether the connection of a living process holds the name; see {@link Watch.hold}. */
export function isHeld(name: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from pg_locks l where l.locktype = 'advisory' and l.classid = ${HELD_LOCK_CLASS}::int::oid and l.objsubid = 2
    and l.objid = (hashtext(${name})::bigint & 4294967295)::oid and l.granted)`;
}

/**
 * A connection of its own that listens to the database's notifications, and that holds names, so that other processes
 * see what lives here. It reconnects by itself.
 */
export class Watch {
  readonly #url: string;
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #held = new Map<string, Promise<void>>();
  #client: pg.Client | null = null;
  #connected = false;
  #closed = false;
  #retry: NodeJS.Timeout | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  /** Whether notifications arrive at the moment; while they don't, nothing that depends on them may be remembered. */
  get connected(): boolean {
    return this.#connected;
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

  /**
   * Holds a name until it is released, or until this process or its connection ends; resolves when others see it. After
   * a reconnection it is held again.
   */
  hold(name: string): Promise<void> {
    const known = this.#held.get(name);
    if (known !== undefined) return known;
    const held = this.#client ? lock(this.#client, name).catch(() => {}) : Promise.resolve();
    this.#held.set(name, held);
    return held;
  }

  async release(name: string): Promise<void> {
    if (!this.#held.delete(name)) return;
    const values = [HELD_LOCK_CLASS, name];
    await this.#client?.query('select pg_advisory_unlock($1, hashtext($2))', values).catch(() => {});
  }

  /** Connects; failures are retried for as long as the process lives. */
  async start(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#url, application_name: 'cairn watch', keepAlive: true });
    const lost = () => {
      if (this.#client === client) {
        this.#client = null;
        this.#connected = false;
      }
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
      this.#client = client; // what is added from now on is sent to it at once
      const names = [...this.#held.keys()];
      const channels = [...this.#listeners.keys()];
      for (const name of names) await lock(client, name);
      for (const channel of channels) await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      this.#connected = true;
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
    this.#connected = false;
    await client?.end().catch(() => {});
  }

  #tell(channel: string): void {
    for (const listener of this.#listeners.get(channel) ?? []) listener();
  }
}

// Names are made of random bytes, so nobody else can hold the same one and waiting is short.
async function lock(client: pg.Client, name: string): Promise<void> {
  await client.query('select pg_advisory_lock($1, hashtext($2))', [HELD_LOCK_CLASS, name]);
}
