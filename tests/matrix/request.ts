import type { Client, ErrorBody, Method, Reply } from '../api/client.ts';
import { unique } from '../api/make.ts';
import type { Row } from './table.ts';
import type { Target } from './targets.ts';

/** The path of a row's request, filled from a target. */
export function pathOf(row: Row, { values }: Target): string {
  const root = row.path.startsWith('/internal') ? '/api' : '/api/v1';
  return root + row.path.replaceAll(/:(\w+)|\*/g, (sign, name) => encodeURIComponent(values[name ?? sign] ?? sign));
}

/** Makes a row's request. `body` overrides the one of the table. */
export function send(
  row: Row,
  as: Client,
  target: Target,
  { body = row.body, path = pathOf(row, target) }: { body?: string | undefined; path?: string } = {},
): Promise<Reply<ErrorBody>> {
  const raw = body?.replaceAll(/\$(\w+)/g, (_, name) => String(name === 'unique' ? unique() : target.values[name]));
  const isJson = raw?.startsWith('{');
  return as.send(row.method as Method, path, {
    ...(raw === undefined
      ? {}
      : { raw, headers: { 'content-type': `application/${isJson ? 'json' : 'octet-stream'}` } }),
  });
}
