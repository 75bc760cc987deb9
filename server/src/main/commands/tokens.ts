import { PersonalTokenCreate } from '@cairn/contract';
import { type Command, InvalidArgumentError } from 'commander';
import type { Database } from '../../db/index.ts';
import { createToken, findUser, listTokens, revokeToken } from '../../identity/index.ts';
import { withDatabase } from '../borrow-database.ts';
import { check } from './input.ts';
import { CommandError, print, printList } from './output.ts';

async function userId(db: Database, username: string): Promise<number> {
  const id = await findUser(db, username);
  if (id === null) throw new CommandError(`There is no local user "${username}": see cairn users list`);
  return id;
}

function tokenId(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It is the number that cairn tokens list shows.');
  return Number(text);
}

interface CreateOptions {
  name: string;
  scope: string[];
  expires?: string;
}

/** Adds `cairn tokens …`. */
export function addTokenCommands(program: Command): void {
  const tokens = program.command('tokens').description('create, list and revoke personal access tokens');

  tokens
    .command('create <username>')
    .description('create a token; prints the token and nothing else')
    .requiredOption('--name <name>', 'what the token is for')
    .option(
      '--scope <scope>',
      'a right of the token, for example record.read; may be repeated; none means all',
      collect,
      [],
    )
    .option('--expires <time>', 'end of its validity, for example 2030-01-01T00:00:00Z')
    .action(async (username: string, { name, scope, expires }: CreateOptions) => {
      const token = check(PersonalTokenCreate, { name, scopes: scope, expires_at: expires ?? null });
      const created = await withDatabase(async (db) =>
        createToken(db, await userId(db, username), { ...token, expiresAt: token.expires_at }),
      );
      print(created.token);
    });

  tokens
    .command('list <username>')
    .description('list the tokens of a user')
    .option('--json', 'print JSON')
    .action(async (username: string, { json }: { json?: true }) => {
      const rows = await withDatabase(async (db) => listTokens(db, await userId(db, username)));
      printList(rows, ['id', 'name', 'scopes', 'created_at', 'expires_at', 'last_used'], json ?? false);
    });

  tokens
    .command('revoke')
    .description('remove a token; it stops working at once')
    .argument('<username>')
    .argument('<id>', 'number of the token', tokenId)
    .action(async (username: string, id: number) => {
      await withDatabase(async (db) => {
        if (await revokeToken(db, await userId(db, username), id)) return;
        throw new CommandError(`${username} has no token ${id}: see cairn tokens list ${username}`);
      });
      print(`token ${id} revoked`);
    });
}

function collect(value: string, values: string[]): string[] {
  return [...values, value];
}
