import { type RawBuilder, sql } from 'kysely';
import { ApiError } from '../kernel/index.ts';

/** An upload that is about to begin; `file` is the one it replaces. */
export type Addition = { readonly file: string | null; readonly size: number };

/**
 * Bytes that count for a user's quota once `addition` is there: active files the user created, in any record; the
 * user's unfinished uploads of new files; and for each file being replaced what its new contents exceed the old by
 * (flows 1.11).
 */
export function usedBytes(userId: number, addition: Addition): RawBuilder<number> {
  return sql<number>`(
    with pending as (
      select file_id, size from upload where creator_id = ${userId} and state <> 'inactive'
      union all select ${addition.file}::uuid, ${addition.size}::bigint),
    growth as (
      select greatest(sum(p.size) - f.size, 0) as bytes from pending p join file f on f.id = p.file_id
      where f.state = 'active' group by f.id)
    select coalesce((select sum(bytes) from storage_use where user_id = ${userId}), 0)
      + coalesce((select sum(size) from pending where file_id is null), 0)
      + coalesce((select sum(bytes) from growth), 0))::bigint`;
}

/** 413 that names the limit. */
export function quotaExceeded(quota: number): ApiError {
  return new ApiError(
    413,
    `The upload would exceed the quota of stored files for each user (${readableBytes(quota)}).`,
  );
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB', 'PB'];

/** A number of bytes for people: `10 GB`, `1.5 MB`; decimal units. */
export function readableBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  return `${Number((bytes / 1000 ** power).toFixed(2))} ${UNITS[power]}`;
}
