import type { Config } from '../config/index.ts';
import { fileTasks, openStore } from '../files/index.ts';
import type { Tasks } from '../jobs/index.ts';
import { trashTasks } from '../kinds/index.ts';
import type { AppServices } from './app.ts';
import { kinds } from './kinds.ts';

/** The background tasks of all rooms, and when the recurring ones run (UTC). */
export function createTasks(config: Config, { db, log }: AppServices): { tasks: Tasks; crontab: string } {
  return {
    tasks: {
      ...trashTasks(db, kinds, config.trashDays),
      ...fileTasks({ db, config, store: openStore(config), log }),
    },
    crontab: ['0 * * * * empty_trash', '10 * * * * clean_files'].join('\n'),
  };
}
