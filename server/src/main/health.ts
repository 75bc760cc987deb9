import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../db/index.ts';
import type { Store } from '../files/index.ts';

/** Declares GET /health/live (the process answers) and /health/ready (database, storage and queue are usable). */
export function mountHealth(app: FastifyInstance, db: Db, store: Store): void {
  app.get('/health/live', (_request, reply) => reply.send({ status: 'ok' }));
  app.get('/health/ready', async (_request, reply) => {
    const checks = {
      database: () => sql`select 1`.execute(db),
      storage: () => store.check(),
      queue: () => sql`select 1 from graphile_worker.migrations limit 1`.execute(db),
    };
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        try {
          await check();
          return [name, 'ok'] as const;
        } catch {
          return [name, 'failed'] as const;
        }
      }),
    );
    const ready = results.every(([, result]) => result === 'ok');
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'failed', ...Object.fromEntries(results) });
  });
}
