import { body, DisplayName, Email, Password, Username } from '@cairn/contract';
import type { Command } from 'commander';
import { createUser, listUsers, resetPassword, setUserState } from '../../identity/index.ts';
import { withDatabase } from '../borrow-database.ts';
import { check, passwordFromInput } from './input.ts';
import { CommandError, print, printList } from './output.ts';

const NewUser = body({
  username: Username,
  displayname: DisplayName.optional(),
  email: Email.optional(),
  password: Password,
});
const NewPassword = body({ password: Password });

function unknownUser(username: string): CommandError {
  return new CommandError(`There is no local user "${username}": see cairn users list`);
}

async function setState(username: string, state: 'active' | 'inactive'): Promise<void> {
  await withDatabase(async (db) => {
    if (!(await setUserState(db, username, state))) throw unknownUser(username);
  });
  print(`${username} is ${state}`);
}

interface CreateOptions {
  displayName?: string;
  email?: string;
  admin?: true;
}

/** Adds `cairn users …`. */
export function addUserCommands(program: Command): void {
  const users = program.command('users').description('create, list and change users');

  users
    .command('create <username>')
    .description('create a user who logs in with a password')
    .option('--display-name <name>', 'name shown to others (default: the user name)')
    .option('--email <address>', 'e-mail address')
    .option('--admin', 'may administer this installation')
    .requiredOption('--password-stdin', 'read the password from standard input')
    .action(async (username: string, options: CreateOptions) => {
      const { displayName: displayname, email } = options;
      const user = check(NewUser, { username, displayname, email, password: await passwordFromInput() });
      const id = await withDatabase((db) => createUser(db, { ...user, admin: options.admin ?? false }));
      print(`${user.username} created with id ${id}`);
    });

  users
    .command('list')
    .description('list all users')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: true }) => {
      const columns = ['id', 'username', 'displayname', 'email', 'state', 'system_role', 'is_sysadmin'] as const;
      printList(await withDatabase(listUsers), columns, json ?? false);
    });

  users
    .command('deactivate <username>')
    .description('end all log-ins of a user and allow no new ones')
    .action((username: string) => setState(username, 'inactive'));

  users
    .command('activate <username>')
    .description('let a deactivated user log in again')
    .action((username: string) => setState(username, 'active'));

  users
    .command('reset-password <username>')
    .description('set a new password and end the browser sessions of a user')
    .requiredOption('--password-stdin', 'read the password from standard input')
    .action(async (username: string) => {
      const { password } = check(NewPassword, { password: await passwordFromInput() });
      await withDatabase(async (db) => {
        if (!(await resetPassword(db, username, password))) throw unknownUser(username);
      });
      print(`${username} has a new password`);
    });
}
