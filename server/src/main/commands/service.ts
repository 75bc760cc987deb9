import { type Command, Option } from 'commander';
import { loadConfig, settingsInForce } from '../../config/index.ts';
import { type Role, roles } from '../messages.ts';
import { print } from './output.ts';

/** Adds `cairn start` and `cairn config`. */
export function addServiceCommands(program: Command): void {
  program
    .command('start')
    .description('run the service until it is told to end')
    .addOption(new Option('--role <role>', 'what these processes do').choices(roles).default('all'))
    .action(async ({ role }: { role: Role }) => {
      const config = loadConfig(process.env, process.cwd());
      const { start } = await import('../start.ts');
      await start(config, role);
    });

  program
    .command('config')
    .description('show the settings in force; secrets are hidden')
    .option('--json', 'print JSON')
    .action(({ json }: { json?: true }) => {
      const settings = settingsInForce(loadConfig(process.env, process.cwd()));
      if (json) print(JSON.stringify(Object.fromEntries(settings.map(({ env, value }) => [env, value])), null, 2));
      else for (const { env, value } of settings) print(`${env}=${value}`);
    });
}
