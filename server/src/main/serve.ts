import type { Config } from '../config/index.ts';
import { openDatabase, Watch } from '../db/index.ts';
import { continueUploads } from '../files/index.ts';
import { startJobs } from '../jobs/index.ts';
import { createApp } from './app.ts';
import { createLogger } from './logger.ts';
import type { Role } from './messages.ts';
import { causeOf, StartError } from './start-error.ts';
import { createTasks } from './tasks.ts';

/** What one process runs. */
export interface Service {
  /** Accepts nothing new, waits for running requests and tasks, and closes the database. */
  stop(): Promise<void>;
}

function listenFault(config: Config, error: unknown): StartError {
  const { code } = error as NodeJS.ErrnoException;
  const at = `${config.host} port ${config.port}`;
  if (code === 'EADDRINUSE') {
    return new StartError(
      `CAIRN_PORT: ${at} is already in use: end the program that uses it, or set CAIRN_PORT to a free port`,
    );
  }
  if (code === 'EACCES') {
    return new StartError(`CAIRN_PORT: this account may not use ${at}: set CAIRN_PORT to a port above 1023`);
  }
  return new StartError(
    `CAIRN_HOST: cannot listen on ${at} (${causeOf(error)}): set CAIRN_HOST to an address of this machine`,
  );
}

/** Runs one process of the service on a prepared database. Throws a {@link StartError} when it cannot listen. */
export async function serve(config: Config, role: Role): Promise<Service> {
  const url = config.databaseUrl ?? '';
  const log = createLogger(config);
  const db = openDatabase(url, { max: config.databasePool });
  const watch = new Watch(url);
  await watch.start();
  const services = { db, watch, log };
  const app = role === 'worker' ? null : await createApp(config, services);
  const jobs = role === 'web' ? null : await startJobs({ url, ...services, ...createTasks(config, services) });
  if (jobs) await continueUploads({ db });
  const stop = async () => {
    await Promise.all([app?.close(), jobs?.stop()]);
    await watch.stop();
    await db.close();
  };
  try {
    await app?.listen({ host: config.host, port: config.port });
  } catch (error) {
    await stop();
    throw listenFault(config, error);
  }
  return { stop };
}
