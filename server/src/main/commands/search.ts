import type { Command } from 'commander';
import { reindexRecords } from '../../record/index.ts';
import { withDatabase } from '../borrow-database.ts';
import { print } from './output.ts';

/** Adds `cairn search …`. */
export function addSearchCommands(program: Command): void {
  const search = program.command('search').description('look after the search');

  search
    .command('reindex')
    .description('write anew what the search knows of the metadata of all records')
    .action(async () => {
      const progress = (done: number) => process.stderr.isTTY && process.stderr.write(`\r${done} records`);
      const records = await withDatabase((db) => reindexRecords(db, progress));
      if (process.stderr.isTTY) process.stderr.write('\r');
      print(`${records} records indexed`);
    });
}
