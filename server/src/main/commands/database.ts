import type { Command } from 'commander';
import { withDatabase } from '../borrow-database.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { print } from './output.ts';

/** Adds `cairn migrate`. */
export function addDatabaseCommands(program: Command): void {
  program
    .command('migrate')
    .description('bring the tables of the database up to date')
    .action(async () => {
      await withDatabase((_, config) => prepareDatabase(config.databaseUrl ?? ''));
      print('The database is up to date');
    });
}
