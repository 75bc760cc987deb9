import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type pg from 'pg';
import type { Db, Tx } from './database.ts';
import { isRetryable } from './sql-errors.ts';
import type { Tables } from './tables.ts';

const ATTEMPTS = 4;

type Effect = () => void | Promise<void>;

export type TransactionTools = {
  /** Runs an effect outside the database once the transaction has been committed. */
  afterCommit: (effect: Effect) => void;
  /**
   * Takes single statements that were made and whose results are not needed: they travel together with COMMIT, and if
   * one fails, all fails. What makes further statements after an answer has to be awaited instead.
   */
  last: (statement: Promise<unknown>) => void;
};

/**
 * Runs `work` in one transaction. If it failed only because of others at the same time (deadlock, serialisation), it is
 * run again. Inside a transaction it joins that one.
 *
 * Kysely's own transactions wait for BEGIN and put statements in a queue; here BEGIN travels with the first statement,
 * statements made together travel together, and COMMIT travels with the last ones. That saves more than half of the
 * round trips of a write.
 */
export async function transaction<T>(db: Db, work: (tx: Tx, tools: TransactionTools) => Promise<T>): Promise<T> {
  const outer = bound.get(db);
  if (outer) return joined(db as Tx, outer, work);
  const pool = pools.get(db);
  if (!pool) throw new Error('Transactions begin with the database itself.');
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptOnce(pool, work);
    } catch (error) {
      if (!isRetryable(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

const pools = new WeakMap<Db, pg.Pool>();

/** Tells which pool the transactions of a database come from. */
export function registerPool(db: Db, pool: pg.Pool): void {
  pools.set(db, pool);
}

async function attemptOnce<T>(pool: pg.Pool, work: (tx: Tx, tools: TransactionTools) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  const connection = connectionOf(client);
  let broken: Error | undefined;
  try {
    connection.open = true;
    connection.effects = [];
    client.query('begin').catch((error: Error) => {
      broken = error;
    });
    let result: T;
    try {
      result = await joined(connection.tx, connection, work, () => client.query('commit'));
    } catch (error) {
      connection.open = false;
      await client.query('rollback').catch((failure: Error) => {
        broken = failure;
      });
      throw error;
    }
    connection.open = false;
    for (const effect of connection.effects) await effect();
    return result;
  } finally {
    connection.open = false;
    client.release(broken);
  }
}

async function joined<T>(
  tx: Tx,
  connection: ClientConnection,
  work: (tx: Tx, tools: TransactionTools) => Promise<T>,
  end?: () => Promise<unknown>,
): Promise<T> {
  const statements: Promise<unknown>[] = [];
  const last = (statement: Promise<unknown>) => {
    statement.catch(() => {}); // reported below
    statements.push(statement);
  };
  const result = await work(tx, { afterCommit: (effect) => void connection.effects.push(effect), last });
  // COMMIT after a failed statement rolls back without an error of its own, so the statements are asked as well.
  if (end) statements.push(end());
  await Promise.all(statements);
  return result;
}

// The one connection of a transaction, as Kysely sees it. Made once for each client of the pool.
class ClientConnection implements DatabaseConnection {
  open = false;
  effects: Effect[] = [];
  readonly tx: Tx;
  readonly #client: pg.PoolClient;

  constructor(client: pg.PoolClient) {
    this.#client = client;
    const driver: Driver = {
      init: async () => {},
      acquireConnection: async () => {
        if (!this.open) throw new Error('This transaction has ended.');
        return this;
      },
      beginTransaction: async () => {},
      commitTransaction: async () => {},
      rollbackTransaction: async () => {},
      releaseConnection: async () => {},
      destroy: async () => {},
    };
    this.tx = new Kysely<Tables>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => driver,
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    }) as Tx;
    bound.set(this.tx, this);
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, rowCount } = await this.#client.query(sql, [...parameters]);
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }

  // biome-ignore lint/correctness/useYield: nothing is streamed inside a transaction
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streams are not supported inside a transaction.');
  }
}

const bound = new WeakMap<Db, ClientConnection>();
const connections = new WeakMap<pg.PoolClient, ClientConnection>();

function connectionOf(client: pg.PoolClient): ClientConnection {
  const known = connections.get(client);
  if (known) return known;
  const made = new ClientConnection(client);
  connections.set(client, made);
  return made;
}
