import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

// For tests: the real `cairn` command in a process of its own.

const COMMAND = fileURLToPath(new URL('../../bin/cairn.mjs', import.meta.url));

/** A port that nobody listens on at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** How a command is run: its settings, what it reads, and (as root) the account. */
export interface RunOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly cwd?: string;
  readonly account?: { readonly uid: number; readonly gid: number };
}

function spawnCairn(args: string[], { env, cwd, account }: RunOptions): ChildProcess {
  return spawn(process.execPath, [COMMAND, ...args], {
    env: { PATH: process.env.PATH, HOME: '/', ...env },
    cwd: cwd ?? '/',
    stdio: ['pipe', 'pipe', 'pipe'],
    ...account,
  });
}

/** Runs a command to its end. */
export async function runCairn(args: string[], options: RunOptions) {
  const child = spawnCairn(args, options);
  child.stdin?.end(options.input ?? '');
  const exited = once(child, 'exit');
  const [out, err] = await Promise.all([child.stdout && text(child.stdout), child.stderr && text(child.stderr)]);
  const [status] = await exited;
  return { status: status as number | null, out: out ?? '', err: err ?? '' };
}

/** A service that printed its address. */
export interface RunningCairn {
  readonly pid: number;
  /** What it printed until it was ready. */
  readonly greeting: string;
  /** Sends a signal and waits for the end; its exit status, or null when the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts the service and waits until it is ready; fails with its errors when it ends instead. Ends with the test. */
export async function startCairn(t: TestContext, options: RunOptions): Promise<RunningCairn> {
  const child = spawnCairn(['start'], options);
  t.after(() => child.kill('SIGKILL'));
  let out = '';
  let err = '';
  child.stderr?.on('data', (chunk) => {
    err += chunk;
  });
  const exited = once(child, 'exit');
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      out += chunk;
      if (/is ready at .*\n/.test(out)) resolve();
    });
    exited.then(([status]) => reject(new Error(`cairn start ended with ${status}: ${err}`)), reject);
  });
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    const [status] = await exited;
    return status as number | null;
  };
  return { pid: child.pid ?? 0, greeting: out, end };
}

/** Asks the service until it answers 200; resolves with the answer. */
export async function untilAnswered(url: string): Promise<Response> {
  for (;;) {
    const response = await fetch(url).catch(() => null);
    if (response?.status === 200) return response;
    await response?.body?.cancel();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
