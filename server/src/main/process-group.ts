import cluster, { type Worker } from 'node:cluster';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Config } from '../config/index.ts';
import type { Order, Report, Role } from './messages.ts';
import { StartError } from './start-error.ts';

const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 10_000;
/** A process that served this long was healthy: its end does not count as one of a series. */
const HEALTHY_MS = 60_000;
const GRACE_MS = 30_000;

/**
 * Without them V8 sizes its heap by the machine: on 24 GB a process that needs 60 MB lets garbage grow to 300 MB. The
 * lower limit makes it collect earlier, at no measurable cost, and still holds several requests of the largest size.
 */
const HEAP_OPTIONS = ['--max-semi-space-size=4', '--max-old-space-size=768'];

/** The processes that serve. */
export interface ProcessGroup {
  /** The token of the link for the first administrator; null when there is one. */
  readonly setupToken: string | null;
  /** Lets running requests and tasks finish, then ends every process; after half a minute by force. */
  stop(): Promise<void>;
  /** Ends every process at once. */
  kill(): void;
}

function send(worker: Worker, order: Order): void {
  if (worker.isConnected()) worker.send(order);
}

/**
 * Starts `config.workers` processes and keeps that number running. The first brings the database up to date before the
 * others follow. Resolves when all serve; throws a {@link StartError} when one cannot.
 */
export async function startProcesses(config: Config, role: Role, log: Logger): Promise<ProcessGroup> {
  const exec = fileURLToPath(new URL('./worker.ts', import.meta.url));
  cluster.setupPrimary({ exec, args: [], execArgv: HEAP_OPTIONS });
  const living = new Set<Worker>();
  let stopping = false;
  let failures = 0;

  /** Starts one process; resolves when it serves, with the token when it was asked to prepare. */
  function launch(first: boolean): Promise<string | null> {
    const worker = cluster.fork();
    living.add(worker);
    let token: string | null = null;
    let servingSince = 0;
    return new Promise((resolve, reject) => {
      worker.on('message', (report: Report) => {
        if (report.type === 'prepared') token = report.setupToken;
        else if (report.type === 'failed') reject(new StartError(report.fault));
        else {
          servingSince = performance.now();
          resolve(token);
        }
      });
      worker.once('exit', (code, signal) => {
        living.delete(worker);
        reject(new StartError(`A process of Cairn ended before it could serve (${signal ?? `status ${code}`})`));
        if (servingSince === 0 || stopping) return;
        failures = performance.now() - servingSince > HEALTHY_MS ? 0 : failures + 1;
        log.error({ pid: worker.process.pid, code, signal }, 'a process ended unexpectedly and is replaced');
        replace();
      });
      send(worker, { type: 'serve', config, role, first });
    });
  }

  function replace(): void {
    const delay = Math.min(FIRST_DELAY_MS * 2 ** failures, LONGEST_DELAY_MS);
    setTimeout(() => {
      if (stopping) return;
      launch(false).catch((error: unknown) => {
        failures += 1;
        if (!stopping) log.error({ err: error }, 'a process could not be replaced');
        replace();
      });
    }, delay).unref();
  }

  function kill(): void {
    stopping = true;
    for (const worker of living) worker.process.kill('SIGKILL');
  }

  async function stop(): Promise<void> {
    stopping = true;
    const force = setTimeout(kill, GRACE_MS);
    await Promise.all(
      [...living].map((worker) => {
        const ended = new Promise((resolve) => worker.once('exit', resolve));
        send(worker, { type: 'stop' });
        return worker.isDead() ? undefined : ended;
      }),
    );
    clearTimeout(force);
  }

  try {
    const setupToken = await launch(true);
    await Promise.all(Array.from({ length: config.workers - 1 }, () => launch(false)));
    return { setupToken, stop, kill };
  } catch (error) {
    kill();
    throw error;
  }
}
