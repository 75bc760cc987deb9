import { Command } from 'commander';
import { ConfigError } from '../config/index.ts';
import { ApiError, VERSION } from '../kernel/index.ts';
import { explain } from './commands/input.ts';
import { CommandError } from './commands/output.ts';
import { addServiceCommands } from './commands/service.ts';
import { StartError } from './start-error.ts';

const program = new Command('cairn')
  .description('Research data management: records with typed metadata and files, searchable and shared.')
  .version(VERSION)
  .showHelpAfterError('(see --help)');

addServiceCommands(program);
// The process of `start` lives for months beside the ones it supervises: it loads nothing of the other commands.
if (process.argv[2] !== 'start') {
  (await import('./commands/users.ts')).addUserCommands(program);
  (await import('./commands/tokens.ts')).addTokenCommands(program);
  (await import('./commands/database.ts')).addDatabaseCommands(program);
  (await import('./commands/storage.ts')).addStorageCommands(program);
  (await import('./commands/search.ts')).addSearchCommands(program);
  (await import('./commands/demo.ts')).addDemoCommand(program);
}

/** What to tell the administrator: our own refusals in words, everything else with its stack. */
function tell(error: unknown): string {
  if (error instanceof ApiError && error.extra.errors) return explain(error.extra.errors as never);
  const refusal = [ConfigError, StartError, CommandError, ApiError].some((kind) => error instanceof kind);
  if (!(error instanceof Error)) return String(error);
  return refusal ? error.message : (error.stack ?? error.message);
}

try {
  await program.parseAsync();
  process.exit();
} catch (error) {
  process.stderr.write(`${tell(error).replace(/^/gm, 'cairn: ')}\n`);
  process.exit(1);
}
