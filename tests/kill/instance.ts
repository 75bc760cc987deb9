import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../server/src/main/cairn-process.ts';
import { embeddedAddress } from '../../server/src/main/postgres/embedded.ts';
import { readPostmaster } from '../../server/src/main/postgres/postmaster-file.ts';
import { childrenOf, end, familyOf, type Process, runs } from './processes.ts';

const COMMAND = fileURLToPath(new URL('../../server/bin/cairn.mjs', import.meta.url));
/** Processes that serve. */
export const WORKERS = 2;
const START_MS = 60_000;

/** Bytes: small, so that chunked uploads are cheap. */
export const DIRECT_LIMIT = 200_000;
export const CHUNK_SIZE = 100_000;

/** What is ended, from everything at once to a single process. */
export const victims = ['all', 'cairn', 'supervisor', 'worker', 'database', 'postmaster', 'backend'] as const;
export type Victim = (typeof victims)[number];

/** Whether the service must be started again after it; otherwise it recovers by itself. */
export const endsService = (victim: Victim) => victim === 'all' || victim === 'cairn' || victim === 'supervisor';

/** One installation: a data folder and a port of its own, started and killed any number of times. */
export class Instance {
  readonly port: number;
  readonly dataDir: string;
  readonly #folder: string;
  readonly #log: string;
  readonly #env: NodeJS.ProcessEnv;
  /** Everything that was ever seen running, to be ended in the end. */
  readonly #seen = new Map<number, Process>();
  #service: ChildProcess | null = null;
  /** Whether the service has said that all its processes serve. */
  #greeted = false;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.port = port;
    this.dataDir = join(folder, 'data');
    this.#log = join(folder, 'log');
    this.#env = {
      PATH: process.env.PATH,
      HOME: '/',
      CAIRN_DATA_DIR: this.dataDir,
      CAIRN_PORT: String(port),
      CAIRN_WORKERS: String(WORKERS),
      CAIRN_LOG_LEVEL: 'warn',
      CAIRN_DIRECT_UPLOAD_LIMIT: String(DIRECT_LIMIT),
      CAIRN_CHUNK_SIZE: String(CHUNK_SIZE),
      CAIRN_OLD_FILE_HOURS: '0',
    };
  }

  static async create(): Promise<Instance> {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-kill-'));
    chmodSync(folder, 0o755); // as root, the account of the database passes through
    return new Instance(folder, await freePort());
  }

  /** Address of the embedded database. */
  get databaseUrl(): string {
    return embeddedAddress(this.dataDir);
  }

  /** Starts `cairn start` and does not wait. */
  launch(): void {
    const log = openSync(this.#log, 'a');
    const service = spawn(process.execPath, [COMMAND, 'start'], {
      cwd: '/',
      env: this.#env,
      stdio: ['ignore', 'pipe', log],
    });
    closeSync(log);
    this.#greeted = false;
    service.stdout?.on('data', (text: Buffer) => {
      if (service === this.#service && text.includes('is ready at')) this.#greeted = true;
    });
    this.#service = service;
  }

  /** Waits until every process serves and is ready. @throws Error after a minute, or when the service ends. */
  async untilReady(): Promise<void> {
    const limit = performance.now() + START_MS;
    for (;;) {
      if (this.#service === null || this.#service.exitCode !== null || this.#service.signalCode !== null) {
        throw new Error(`The service ended instead of getting ready.\n${this.log()}`);
      }
      if (this.#greeted && this.workers().length === WORKERS && (await this.#allReady())) return;
      if (performance.now() > limit) throw new Error(`The service is not ready after a minute.\n${this.log()}`);
      await sleep(20);
    }
  }

  // Connections go to the processes in turn, so each answers one of two requests.
  async #allReady(): Promise<boolean> {
    for (let i = 0; i < 2 * WORKERS; i++) {
      try {
        const url = `http://127.0.0.1:${this.port}/health/ready`;
        const answer = await fetch(url, { headers: { connection: 'close' }, signal: AbortSignal.timeout(1000) });
        await answer.body?.cancel();
        if (answer.status !== 200) return false;
      } catch {
        return false;
      }
    }
    return true;
  }

  /** Ids of the processes that serve. */
  workers(): number[] {
    return this.#processes().workers.map(({ pid }) => pid);
  }

  /** Ends processes with SIGKILL; resolves with their number when they have ended. */
  async kill(victim: Victim, choose: <T>(list: readonly T[]) => T): Promise<number> {
    const { supervisor, workers, postmaster, backends } = this.#processes();
    const chosen: Record<Victim, () => readonly Process[]> = {
      all: () => [supervisor, ...workers, postmaster, ...backends].flat(),
      cairn: () => [...supervisor, ...workers],
      supervisor: () => supervisor,
      worker: () => [choose(workers)],
      database: () => [...postmaster, ...backends],
      postmaster: () => postmaster,
      backend: () => [choose(backends)],
    };
    const doomed = chosen[victim]();
    end(doomed);
    await this.#untilEnded(doomed);
    return doomed.length;
  }

  async #untilEnded(doomed: readonly Process[]): Promise<void> {
    const limit = performance.now() + START_MS;
    while (doomed.some(runs)) {
      if (performance.now() > limit) throw new Error('Killed processes do not end.');
      await sleep(5);
    }
  }

  #processes() {
    const pid = this.#service?.pid ?? 0;
    const noted = readPostmaster(join(this.dataDir, 'postgres'))?.pid;
    const family = familyOf(pid);
    for (const process of family) this.#seen.set(process.pid, process);
    const postmaster = family.filter((process) => process.pid === noted && process.parent === pid);
    return {
      supervisor: family.filter((process) => process.pid === pid),
      workers: family.filter((process) => process.parent === pid && process.pid !== noted),
      postmaster,
      backends: postmaster.flatMap((process) => childrenOf(process.pid)),
    };
  }

  /** Runs a command of the administrator to its end. */
  command(args: string[], input = ''): Promise<{ status: number; out: string; err: string }> {
    return new Promise((resolve) => {
      const options = { cwd: '/', env: this.#env, timeout: START_MS, killSignal: 'SIGKILL' } as const;
      const child = execFile(process.execPath, [COMMAND, ...args], options, (error, out, err) => {
        resolve({ status: error === null ? 0 : Number(error.code) || 1, out, err });
      });
      child.stdin?.end(input);
    });
  }

  /** The last lines that the service wrote. */
  log(lines = 40): string {
    return readFileSync(this.#log, 'utf8').split('\n').slice(-lines).join('\n');
  }

  /** Ends everything that this instance started and does not wait, for a process that is about to end itself. */
  abandon(): void {
    this.#processes();
    end([...this.#seen.values()]);
  }

  /** Ends everything that this instance started, and removes its folder. */
  async dispose(): Promise<void> {
    this.abandon();
    await this.#untilEnded([...this.#seen.values()]);
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}
