import type { Command } from 'commander';
import { openStore, verifyStorage } from '../../files/index.ts';
import { withDatabase } from '../borrow-database.ts';
import { print } from './output.ts';

/** Adds `cairn storage …`. */
export function addStorageCommands(program: Command): void {
  const storage = program.command('storage').description('look after the stored files');

  storage
    .command('verify')
    .description('read every stored file and compare its size and checksum; status 1 if one is damaged')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: true }) => {
      const result = await withDatabase((db, config) => verifyStorage(db, openStore(config)));
      if (json) print(JSON.stringify(result, null, 2));
      else {
        for (const { file, record, name, problem } of result.damaged) {
          print(`damaged: file ${file} "${name}" of record ${record}: ${problem}`);
        }
        print(`${result.files} files with ${result.bytes} bytes read, ${result.damaged.length} damaged`);
      }
      if (result.damaged.length > 0) process.exitCode = 1;
    });
}
