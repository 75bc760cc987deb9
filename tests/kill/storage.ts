import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Instance, WORKERS } from './instance.ts';
import type { Ledger } from './ledger.ts';

const WORK_MS = 20_000;

/** What must hold between the tables at rest, each as a query of what breaks it. */
const RULES: Readonly<Record<string, string>> = {
  'resources that are never purged': `select id from resource where state = 'purged'`,
  'uploads that are never finished': `select id from upload where state = 'processing'`,
  'files without their whole content': `
    select f.id from file f left join blob b on b.id = f.blob_id where f.state = 'active' and (
      b.completed_at is null or b.remove_at is not null
      or f.size is distinct from (select sum(size) from blob_part p where p.blob_id = b.id))`,
  'contents that nothing needs': `
    select b.id from blob b where not exists (select from file f where f.blob_id = b.id and f.state = 'active')
    and not exists (select from upload u where u.id = b.id and u.state = 'active')`,
  'users whose used storage is counted wrong': `
    select user_id from (
      select user_id, bytes from storage_use union all select creator_id, -size from file where state = 'active') t
    group by user_id having sum(bytes) <> 0`,
  'jobs that are held': `select id from graphile_worker._private_jobs where locked_at is not null`,
};

/** Looks behind the API: into the database and into the folder of files. */
export class Storage {
  readonly #instance: Instance;
  readonly #ledger: Ledger;

  constructor(instance: Instance, ledger: Ledger) {
    this.#instance = instance;
    this.#ledger = ledger;
  }

  async #query<R extends pg.QueryResultRow>(text: string): Promise<R[]> {
    const client = new pg.Client({ connectionString: this.#instance.databaseUrl, query_timeout: WORK_MS });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query<R>(text)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** Starts the clean-up; it may be killed like everything else. */
  async startCleanUp(): Promise<void> {
    await this.#query(`select graphile_worker.add_job('clean_files', '{}')`);
  }

  /** Waits until the queue is empty, and every process takes part in working on it. */
  async untilIdle(): Promise<void> {
    const limit = performance.now() + WORK_MS;
    for (;;) {
      const jobs = await this.#query(
        'select task_identifier, locked_at, attempts, last_error, run_at - now() as wait from graphile_worker.jobs',
      );
      const [pools] = await this.#query<{ count: number }>(
        `select count(*)::int from pg_locks where locktype = 'advisory' and classid = 7214 and objsubid = 2`,
      );
      if (jobs.length === 0 && pools?.count === WORKERS) return;
      if (performance.now() > limit) {
        const shown = `${pools?.count} processes work on ${JSON.stringify(jobs)}`;
        this.#ledger.defect(`tasks are not done after ${WORK_MS / 1000} seconds: ${shown}`);
        return;
      }
      await sleep(50);
    }
  }

  /**
   * Makes everything so old that the clean-up may remove it, runs it, and compares the rows with each other and with
   * the disk. Returns how many parts without a row it had to remove.
   */
  async inspect(): Promise<number> {
    await this.untilIdle();
    const before = new Set(await this.#knownParts());
    const leftovers = this.#storedParts().filter((part) => !before.has(part)).length;
    const old = new Date(Date.now() - 25 * 3_600_000);
    for (const part of this.#storedParts()) utimesSync(this.#path(part), old, old);
    await this.#query(`update upload set last_modified = now() - interval '1 hour' where state = 'inactive'`);
    await this.startCleanUp();
    await this.untilIdle();
    for (const [name, rule] of Object.entries(RULES)) {
      const broken = await this.#query(rule);
      if (broken.length > 0) this.#ledger.defect(`there are ${name}: ${JSON.stringify(broken)}`);
    }
    const known = (await this.#knownParts()).sort();
    const stored = this.#storedParts().sort();
    const missing = known.filter((part) => !stored.includes(part));
    const needless = stored.filter((part) => !known.includes(part));
    if (missing.length > 0) this.#ledger.defect(`parts are missing on disk: ${missing}`);
    if (needless.length > 0) this.#ledger.defect(`parts that nothing knows stay on disk: ${needless}`);
    return leftovers;
  }

  /** Runs `cairn storage verify`, which must find nothing wrong. */
  async verify(): Promise<void> {
    const { status, out, err } = await this.#instance.command(['storage', 'verify']);
    if (status !== 0) this.#ledger.defect(`cairn storage verify ended with ${status}: ${out}${err}`);
  }

  async #knownParts(): Promise<string[]> {
    const rows = await this.#query<{ name: string }>(`select blob_id || '.' || part as name from blob_part`);
    return rows.map(({ name }) => name);
  }

  #storedParts(): string[] {
    const root = join(this.#instance.dataDir, 'files');
    return readdirSync(root).flatMap((folder) => readdirSync(join(root, folder)));
  }

  #path(part: string): string {
    return join(this.#instance.dataDir, 'files', part.slice(0, 2), part);
  }
}
