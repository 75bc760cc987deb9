import { BlockList, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../db/index.ts';
import { ApiError } from '../kernel/index.ts';

export type Window = { name: string; seconds: number; max: number };

/**
 * Counts requests of an address in fixed windows, in the database, so that all processes share the counts.
 * @param exempt addresses and networks (`10.0.0.0/8`) that are never limited.
 */
export class RateLimit {
  readonly #db: Db;
  readonly #exempt = new BlockList();

  constructor(db: Db, exempt: readonly string[]) {
    this.#db = db;
    for (const entry of exempt) {
      const [address = '', prefix] = entry.split('/');
      const family = isIPv6(address) ? 'ipv6' : 'ipv4';
      if (prefix === undefined) this.#exempt.addAddress(address, family);
      else this.#exempt.addSubnet(address, Number(prefix), family);
    }
  }

  /**
   * Counts one request of the caller's address in each window.
   * @throws ApiError 429 with `Retry-After` in whole seconds.
   */
  async count(request: FastifyRequest, windows: readonly Window[]): Promise<void> {
    const { ip } = request;
    if (this.#exempt.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')) return;
    for (const { name, seconds, max } of windows) {
      const { rows } = await sql<{ count: number; wait: number }>`
        insert into rate_count as c (key, window_start, count)
        values (${`${name} ${ip}`}, to_timestamp(floor(extract(epoch from now()) / ${seconds}::int) * ${seconds}::int), 1)
        on conflict (key, window_start) do update set count = c.count + 1
        returning count, ceil(extract(epoch from window_start) + ${seconds}::int - extract(epoch from clock_timestamp()))::int as wait
      `.execute(this.#db);
      const row = rows[0];
      if (row && row.count > max) {
        throw new ApiError(
          429,
          'Too many requests; try again later.',
          {},
          { 'Retry-After': String(Math.max(1, row.wait)) },
        );
      }
    }
  }
}
