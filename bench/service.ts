import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const CAIRN = fileURLToPath(new URL('../server/bin/cairn.mjs', import.meta.url));

/** A port that is free at the moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** The real program with a data folder of its own, started as a user would. */
export class Service {
  readonly folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  readonly env: NodeJS.ProcessEnv;
  readonly url: string;
  #child: ChildProcess | undefined;

  constructor(port: number) {
    chmodSync(this.folder, 0o755); // as root, the account of the database passes through
    this.url = `http://127.0.0.1:${port}`;
    this.env = {
      ...process.env,
      CAIRN_PORT: String(port),
      CAIRN_DATA_DIR: join(this.folder, 'data'),
      CAIRN_UPLOAD_QUOTA: 'none',
    };
  }

  /** Starts it and waits until it is ready. */
  async start(): Promise<void> {
    this.#child = spawn(process.execPath, [CAIRN, 'start'], { env: this.env, stdio: ['ignore', 'ignore', 'inherit'] });
    for (let i = 0; i < 600; i++) {
      const ready = await fetch(`${this.url}/health/ready`).catch(() => null);
      if (ready?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('Cairn was not ready after a minute.');
  }

  /** Runs `cairn …`; returns what it printed. */
  async command(args: string[], input = ''): Promise<string> {
    const running = promisify(execFile)(process.execPath, [CAIRN, ...args], { env: this.env });
    running.child.stdin?.end(input);
    return (await running).stdout.trim();
  }

  /** Resident memory in MB: all processes of Cairn, and PostgreSQL's apart (shared pages count once a process). */
  memory(): { cairn: number; postgres: number } {
    const sums = { cairn: 0, postgres: 0 };
    for (const pid of descendants(this.#child?.pid ?? 0)) {
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8');
        const postgres = /^Name:\s+postgres/m.test(status);
        sums[postgres ? 'postgres' : 'cairn'] += Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1000;
      } catch {
        // it has ended meanwhile
      }
    }
    return sums;
  }

  /** Stops it and removes its data. */
  async stop(): Promise<void> {
    const child = this.#child;
    if (child && child.exitCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function descendants(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
    } catch {
      // it has ended meanwhile
    }
  }
  const found = [root];
  for (const pid of found) found.push(...(children.get(pid) ?? []));
  return found;
}
