import type { Command } from 'commander';
import { loadConfig } from '../../config/index.ts';
import type { Database } from '../../db/index.ts';
import { DemoError, runDemo } from '../../demo/index.ts';
import { createToken, findUser, listUsers, revokeToken } from '../../identity/index.ts';
import { withDatabase } from '../borrow-database.ts';
import { CommandError, print } from './output.ts';

interface Options {
  token?: string;
  url?: string;
}

const HOUR_MS = 3_600_000;

/** The address of the service of this installation as this machine reaches it, without a trailing slash. */
function localAddress(): string {
  const { host, port, basePath } = loadConfig(process.env, process.cwd());
  const reached = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}${basePath}`;
}

async function requireRunning(address: string): Promise<void> {
  const response = await fetch(`${address}/health/ready`).catch(() => null);
  await response?.body?.cancel();
  if (response?.ok) return;
  throw new CommandError(`Cairn is not ready at ${address}: start it with npm start, then run this again`);
}

async function firstAdministrator(db: Database): Promise<number | null> {
  const users = await listUsers(db);
  return users.find((user) => user.is_sysadmin && user.state === 'active')?.id ?? null;
}

/** Runs `work` with a token of a user that works while it runs, and an hour at most should this process die. */
async function withToken(username: string | undefined, work: (token: string) => Promise<void>): Promise<void> {
  await withDatabase(async (db) => {
    const userId = username === undefined ? await firstAdministrator(db) : await findUser(db, username);
    if (userId === null) {
      throw new CommandError(
        username === undefined
          ? 'There is no administrator yet: open the link that the start printed, or use cairn users create'
          : `There is no local user "${username}": see cairn users list`,
      );
    }
    const { id, token } = await createToken(db, userId, {
      name: 'cairn demo',
      scopes: ['record.create', 'record.read', 'record.update'],
      expiresAt: new Date(Date.now() + HOUR_MS).toISOString(),
    });
    try {
      await work(token);
    } finally {
      await revokeToken(db, userId, id);
    }
  });
}

async function fill(baseUrl: string, token: string): Promise<void> {
  try {
    const { records, files, bytes } = await runDemo({ baseUrl, token, log: print });
    print(
      `${records.created} records and ${files.created} files (${(bytes / 1e6).toFixed(1)} MB) created, ` +
        `${records.present} records and ${files.present} files were there already`,
    );
  } catch (error) {
    throw error instanceof DemoError ? new CommandError(error.message) : error;
  }
}

/** Adds `cairn demo`. */
export function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .description('fill the running service with a laboratory made from open data; twice changes nothing')
    .argument(
      '[username]',
      'whose records they become (default: the first administrator); a token is made for the time it takes',
    )
    .option('--token <token>', 'use this token instead')
    .option('--url <address>', 'address of the service (default: the one of this installation)')
    .action(async (username: string | undefined, { token, url }: Options) => {
      const address = url?.replace(/\/+$/, '') ?? localAddress();
      if (username !== undefined && token !== undefined) {
        throw new CommandError('Name a user or give a token with --token, not both');
      }
      await requireRunning(address);
      if (token !== undefined) await fill(address, token);
      else await withToken(username, (made) => fill(address, made));
    });
}
