import { resolve } from 'node:path';
import type { z } from 'zod';
import type { schema } from './schema.ts';

type Values = z.output<typeof schema>;

/** The settings in force: read once at start, frozen, handed over as an argument. */
export interface Config extends Readonly<Omit<Values, 'baseUrl'>> {
  /** Address users type, without a trailing slash. */
  readonly baseUrl: string;
  /** Path of `baseUrl`: empty, or like `/cairn`. */
  readonly basePath: string;
  /** Whether `baseUrl` is only derived from host and port, so that links follow the address of each request. */
  readonly baseUrlIsDefault: boolean;
  /** Whether `dataDir` is the default, so that start may choose another place where the default cannot work. */
  readonly dataDirIsDefault: boolean;
}

function ownAddress(host: string, port: number): string {
  const reachable = ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(host) ? 'localhost' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

/** Completes the parsed values by what follows from them, and freezes them. */
export function complete(values: Values, cwd: string, dataDirIsDefault: boolean): Config {
  const baseUrl = values.baseUrl ?? ownAddress(values.host, values.port);
  return Object.freeze({
    ...values,
    rateLimits: Object.freeze(values.rateLimits),
    dataDir: resolve(cwd, values.dataDir),
    dataDirIsDefault,
    baseUrl,
    baseUrlIsDefault: values.baseUrl === undefined || values.baseUrl === null,
    basePath: new URL(baseUrl).pathname.replace(/\/+$/, ''),
  });
}
