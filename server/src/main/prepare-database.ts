import pg from 'pg';
import { migrate } from '../db/index.ts';
import { migrateJobs } from '../jobs/index.ts';
import { StartError } from './start-error.ts';

const OLDEST = 15;

function placeOf(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url);
  return `${searchParams.get('host') ?? hostname}${port ? `:${port}` : ''}${pathname}`;
}

/** Checks that the database can be reached and is new enough, or throws a {@link StartError}. */
async function checkServer(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string }>('select current_setting($1) as version', [
      'server_version_num',
    ]);
    const major = Math.floor(Number(rows[0]?.version) / 10_000);
    if (major < OLDEST) {
      throw new StartError(
        `CAIRN_DATABASE_URL: the PostgreSQL at ${placeOf(url)} is version ${major}; use ${OLDEST} or newer`,
      );
    }
  } catch (error) {
    if (error instanceof StartError) throw error;
    const { code, message } = error as { code?: string; message: string };
    throw new StartError(
      `CAIRN_DATABASE_URL: the database ${placeOf(url)} cannot be used (${message || code}): ` +
        'check the address, the account and that the server runs',
      { cause: error },
    );
  } finally {
    await client.end().catch(() => {});
  }
}

/** Checks the database and brings its tables up to date. Several processes may do so at once. */
export async function prepareDatabase(url: string): Promise<void> {
  await checkServer(url);
  await migrate(url);
  await migrateJobs(url);
}
