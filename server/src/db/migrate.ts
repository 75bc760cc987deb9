import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';

const FOLDER = new URL('./migrations/', import.meta.url);
const LOCK = 7_214_501;

/**
 * Brings the schema up to date: runs each numbered file that this database has not run, in order, each in its own
 * transaction. Several processes may call it at once; one works, the others wait.
 * @returns names of the files that were run.
 */
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'cairn migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(
      'create table if not exists migration (name text primary key, run_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string }>('select name from migration');
    const done = new Set(rows.map((row) => row.name));
    const files = (await readdir(FOLDER)).filter((name) => /^\d{4}-.*\.sql$/.test(name)).sort();
    const run: string[] = [];
    for (const name of files) {
      if (done.has(name)) continue;
      const text = await readFile(new URL(name, FOLDER), 'utf8');
      await client.query('begin');
      try {
        await client.query(text);
        await client.query('insert into migration (name) values ($1)', [name]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : error}`, {
          cause: error,
        });
      }
      run.push(name);
    }
    return run;
  } finally {
    await client.end();
  }
}
