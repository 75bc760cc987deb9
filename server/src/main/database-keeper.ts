import type { Logger } from 'pino';
import type { EmbeddedDatabase } from './postgres/embedded.ts';
import type { PostgresServer } from './postgres/server.ts';

/** Keeps the embedded database running. */
export interface DatabaseKeeper {
  /** Ends the database and does not start it again. */
  stop(): Promise<void>;
}

const LONGEST_DELAY_MS = 10_000;

/** Starts the embedded database, and again whenever its process is lost. Throws when the first start fails. */
export async function keepDatabase(database: EmbeddedDatabase, log: Logger): Promise<DatabaseKeeper> {
  let server: PostgresServer | null = null;
  let stopping = false;

  async function startAgain(): Promise<void> {
    for (let delay = 100; !stopping; delay = Math.min(2 * delay, LONGEST_DELAY_MS)) {
      try {
        server = await database.start();
        log.warn({ pid: server.pid }, 'the database runs again');
        return;
      } catch (error) {
        log.error({ err: error }, 'the database could not be started again');
        await new Promise((resolve) => setTimeout(resolve, delay));
      }
    }
  }

  async function watch(): Promise<void> {
    while (!stopping && server) {
      await server.ended;
      if (stopping) return;
      log.error('the database process was lost');
      server = null;
      await startAgain();
    }
  }

  server = await database.start();
  const watching = watch();
  return {
    async stop() {
      stopping = true;
      await server?.stop();
      await watching;
      // A start under way when the stop came has made a new server.
      await server?.stop();
    },
  };
}
