import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { type Database, openDatabase } from './database.ts';
import { migrate } from './migrate.ts';

/**
 * A fresh, migrated database for one test file, copied from a template that is made once a server. Needs
 * CAIRN_TEST_DATABASE_URL (`npm test` sets it): the address of a PostgreSQL whose user may create databases.
 */
export async function testDatabase(): Promise<{ db: Database; url: string; drop: () => Promise<void> }> {
  const server = process.env.CAIRN_TEST_DATABASE_URL;
  if (!server) throw new Error('CAIRN_TEST_DATABASE_URL is not set: run the tests with `npm test`.');
  const at = (name: string) => Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const folder = new URL('./migrations/', import.meta.url);
  const stamp = createHash('md5');
  for (const file of readdirSync(folder).sort()) stamp.update(readFileSync(new URL(file, folder)));
  const template = `cairn_template_${stamp.digest('hex').slice(0, 12)}`;
  const name = `cairn_test_${process.pid}_${randomBytes(4).toString('hex')}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  try {
    await admin.query('select pg_advisory_lock(7214502)');
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [template]);
    if (!rowCount) {
      await admin.query(`create database ${template}_new`);
      await migrate(at(`${template}_new`));
      await admin.query(`alter database ${template}_new rename to ${template}`);
    }
    await admin.query(`create database ${name} template ${template}`);
  } finally {
    await admin.end();
  }
  const url = at(name);
  const db = openDatabase(url, { max: 6 });
  const drop = async () => {
    await db.close();
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(`drop database if exists ${name} with (force)`);
    await client.end();
  };
  return { db, url, drop };
}
