// What a request costs without Cairn: a bare Fastify handler with one prepared SELECT by primary key, on the same kind of
// pool, the same database and as many processes. Prints `ready` when it listens.
import cluster from 'node:cluster';
import Fastify from 'fastify';
import { loadConfig } from '../server/src/config/index.ts';
import { openDatabase } from '../server/src/db/index.ts';

const { workers, databasePool } = loadConfig(process.env, process.cwd());

if (cluster.isPrimary) {
  let listening = 0;
  cluster.on('listening', () => {
    if (++listening === workers) process.stdout.write('ready\n');
  });
  for (let i = 0; i < workers; i++) cluster.fork();
} else {
  const db = openDatabase(process.env.BENCH_DATABASE_URL ?? '', { max: databasePool });
  const app = Fastify();
  app.get<{ Params: { id: string } }>('/:id', async (request) => {
    const text = 'select id, identifier, title, created_at from resource where id = $1';
    const { rows } = await db.pool.query({ name: 'bare', text, values: [Number(request.params.id)] });
    return rows[0];
  });
  await app.listen({ host: '127.0.0.1', port: Number(process.env.BENCH_PORT) });
}
