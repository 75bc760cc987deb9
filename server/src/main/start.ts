import type { Logger } from 'pino';
import type { Config } from '../config/index.ts';
import { openDataFolder } from './data-folder.ts';
import { keepDatabase } from './database-keeper.ts';
import { readHolder, tryLock } from './lock.ts';
import { createLogger } from './logger.ts';
import type { Role } from './messages.ts';
import { prepareEmbedded } from './postgres/embedded.ts';
import { type ProcessGroup, startProcesses } from './process-group.ts';
import { StartError } from './start-error.ts';

/** Connections that a process opens beside its pool: the queue's and the one that listens for notifications. */
const CONNECTIONS_BESIDE_POOL = 5;

/** npm and the terminal both pass on one Ctrl+C; what comes later than this is a second one. */
const SAME_SIGNAL_MS = 1000;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function greeting({ baseUrl }: Config, role: Role, setupToken: string | null): string {
  if (role === 'worker') return 'Cairn runs background tasks';
  const ready = `Cairn is ready at ${baseUrl}`;
  return setupToken ? `${ready}\nCreate the first administrator at ${baseUrl}/setup?token=${setupToken}` : ready;
}

/** Resolves at the first signal to end; calls `hasten` at every later one. */
function untilSignal(hasten: () => void): Promise<void> {
  let first: number | undefined;
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.on(signal, () => {
        if (first === undefined) {
          first = performance.now();
          resolve();
        } else if (performance.now() - first > SAME_SIGNAL_MS) hasten();
      });
    }
  });
}

function lockDataFolder(dataDir: string) {
  const lock = tryLock(dataDir, 'start');
  if (lock) return lock;
  throw new StartError(
    `CAIRN_DATA_DIR: ${dataDir} is in use by another Cairn (process ${readHolder(dataDir)?.pid ?? 'unknown'}): ` +
      'stop that one, or set CAIRN_DATA_DIR to another folder. ' +
      'To run several at once, give them one PostgreSQL with CAIRN_DATABASE_URL',
  );
}

/** Starts the embedded database, to be ended by `stack`, and returns the settings with its address. */
async function withEmbedded(config: Config, log: Logger, stack: AsyncDisposableStack): Promise<Config> {
  const lock = lockDataFolder(config.dataDir);
  stack.defer(() => lock.release());
  const use = { connections: config.workers * (config.databasePool + CONNECTIONS_BESIDE_POOL), durable: true };
  const database = await prepareEmbedded(config.dataDir, use, (line) => {
    if (/^(FATAL|PANIC)|terminated by signal/.test(line)) log.warn({ database: line }, 'message of the database');
    else log.debug({ database: line }, 'message of the database');
  });
  const keeper = await keepDatabase(database, log);
  stack.defer(() => keeper.stop());
  return Object.freeze({ ...config, databaseUrl: database.url });
}

/**
 * Runs the service until a signal ends it: the embedded database where no other is set, and the processes of `role`.
 * Throws a {@link StartError} when something is in the way; what was started is stopped again.
 */
export async function start(settings: Config, role: Role): Promise<void> {
  let group: ProcessGroup | undefined;
  const ended = untilSignal(() => group?.kill());
  const log = createLogger(settings);
  await using stack = new AsyncDisposableStack();
  let config = openDataFolder(settings, say);
  if (config.databaseUrl === null) config = await withEmbedded(config, log, stack);
  group = await startProcesses(config, role, log);
  const { setupToken, stop } = group;
  stack.defer(stop);
  say(greeting(config, role, setupToken));
  await ended;
}
