import cluster from 'node:cluster';
import { openDatabase } from '../db/index.ts';
import { setupToken } from '../identity/index.ts';
import type { Order, Report } from './messages.ts';
import { prepareDatabase } from './prepare-database.ts';
import { type Service, serve } from './serve.ts';
import { StartError } from './start-error.ts';

// One process of the service, started by the supervisor. When the supervisor dies, the cluster module ends this
// process too, as its channel closes. Signals of a terminal reach the whole group: the supervisor decides what they mean.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
process.title = `cairn ${cluster.worker?.id ?? ''}`;

const report = (message: Report) => process.send?.(message);

async function prepare(databaseUrl: string): Promise<void> {
  await prepareDatabase(databaseUrl);
  const db = openDatabase(databaseUrl, { max: 1 });
  try {
    report({ type: 'prepared', setupToken: await setupToken(db) });
  } finally {
    await db.close();
  }
}

let service: Promise<Service> | undefined;

async function obey(order: Order): Promise<void> {
  if (order.type === 'serve') {
    if (order.first) await prepare(order.config.databaseUrl ?? '');
    service = serve(order.config, order.role);
    await service;
    report({ type: 'serving' });
  } else {
    await (await service)?.stop();
    process.exit(0);
  }
}

process.on('message', (order: Order) => {
  obey(order).catch((error: unknown) => {
    const fault = error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error);
    report({ type: 'failed', fault: fault ?? '' });
    process.exitCode = 1;
    process.disconnect();
  });
});
