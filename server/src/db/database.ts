import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { fromPostgres } from '../kernel/index.ts';
import type { Tables } from './tables.ts';
import { registerPool } from './transaction.ts';

/** A handle for queries: the pool, or a transaction. */
export type Db = Kysely<Tables>;
/** A handle inside a transaction; what changes data takes this. */
export type Tx = Transaction<Tables>;

export type Database = Db & { readonly pool: pg.Pool; close(): Promise<void> };

const TIMESTAMPTZ = 1184;
const INT8 = 20;
const JSON_TEXT = 114;
const XID8 = 5069;

// Values come as the API writes them: timestamps in wire form, `json` columns as the text they hold.
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === TIMESTAMPTZ) return fromPostgres;
    if (oid === INT8) return Number;
    if (oid === JSON_TEXT || oid === XID8) return (text: string) => text;
    return pg.types.getTypeParser(oid, format);
  },
};

const MAX_NAMED = 400;

/** Lets repeated statements be parsed and planned once a connection; names are bounded, dynamic SQL can't fill memory. */
class PreparingClient extends pg.Client {
  #names = new Map<string, string | null>();

  // Kysely calls query(text, values); everything else passes unchanged.
  override query(...args: unknown[]): never {
    const [text, values] = args;
    if (typeof text === 'string' && Array.isArray(values) && args.length === 2) {
      const name = this.#name(text);
      const config = name ? { name, text, values } : { text, values };
      return super.query(config as never) as never;
    }
    return super.query(...(args as [never])) as never;
  }

  #name(text: string): string | null {
    const known = this.#names.get(text);
    if (known !== undefined) {
      if (known !== '') return known;
      const name = createHash('md5').update(text).digest('hex');
      this.#names.set(text, name);
      return name;
    }
    if (this.#names.size < MAX_NAMED) this.#names.set(text, ''); // named from the second time on
    return null;
  }
}

/**
 * Opens a pool of connections.
 * @param url postgres:// address; UNIX sockets as `?host=/folder`.
 * @param options.max connections at most.
 */
export function openDatabase(url: string, { max = 8 }: { max?: number } = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    Client: PreparingClient,
    application_name: 'cairn',
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    pipeline: true,
    // Plans are made once for all parameters: planning a list anew costs more than running it, and where the right plan
    // depends on the values, the query is written so that it has no choice (kinds/list.ts).
    options:
      '-c plan_cache_mode=force_generic_plan -c TimeZone=UTC -c statement_timeout=60000 -c idle_in_transaction_session_timeout=60000 -c jit=off -c max_parallel_workers_per_gather=0 -c pg_trgm.word_similarity_threshold=0.5',
  } as pg.PoolConfig);
  // A connection that breaks is replaced at the next use. Without a listener its error would end the process: the pool
  // listens to idle ones only, and a transaction may be between two statements.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const dialect = new PostgresDialect({ pool });
  const db = new Kysely<Tables>({ dialect });
  registerPool(db, pool);
  return Object.assign(db, { pool, close: () => db.destroy() });
}
