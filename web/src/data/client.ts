import { apiAddress, internalAddress } from './address.ts';
import { noteReachable } from './reachability.ts';
import type { FieldErrors } from './types.ts';

/** An answer with a status of 400 or above. `fields` are the problems of the body by field (specification 7). */
export class ApiFailure extends Error {
  override name = 'ApiFailure';
  status: number;
  fields: FieldErrors;
  /** Seconds to wait before the next try, when the server said so. */
  retryAfter: number | null;

  constructor(status: number, description: string, fields: FieldErrors, retryAfter: number | null) {
    super(description);
    this.status = status;
    this.fields = fields;
    this.retryAfter = retryAfter;
  }
}

/** No answer came: no network, or the server is down. */
export class Unreachable extends Error {
  override name = 'Unreachable';
}

type Query = Record<string, string | number | readonly string[] | undefined>;
type Options = { query?: Query; body?: unknown; signal?: AbortSignal };
type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

let csrfToken: string | null = null;

/** Remembers the token that proves to the server that a change comes from this page. */
export function rememberCsrfToken(token: string | null) {
  csrfToken = token;
}

function withQuery(address: string, query: Query = {}) {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === '') continue;
    for (const one of Array.isArray(value) ? value : [value]) params.append(key, String(one));
  }
  const text = params.toString();
  return text === '' ? address : `${address}?${text}`;
}

async function failureOf(response: Response): Promise<ApiFailure | Unreachable> {
  const body = (await response.json().catch(() => ({}))) as { description?: string; errors?: FieldErrors };
  // Not our error object: a proxy answers because the service behind it does not.
  if (response.status >= 502 && body.description === undefined) return new Unreachable();
  const wait = Number(response.headers.get('Retry-After'));
  return new ApiFailure(
    response.status,
    body.description ?? response.statusText,
    body.errors ?? {},
    Number.isFinite(wait) && wait > 0 ? wait : null,
  );
}

async function send<T>(method: Method, address: string, options: Options): Promise<T> {
  const headers = new Headers({ Accept: 'application/json' });
  if (method !== 'GET' && csrfToken !== null) headers.set('X-CSRF-Token', csrfToken);
  if (options.body !== undefined) headers.set('Content-Type', 'application/json');
  let response: Response;
  try {
    response = await fetch(withQuery(address, options.query), {
      method,
      headers,
      credentials: 'same-origin',
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    noteReachable(false);
    throw new Unreachable();
  }
  const failure = response.ok ? null : await failureOf(response);
  noteReachable(!(failure instanceof Unreachable));
  if (failure) throw failure;
  return (response.status === 204 ? undefined : await response.json()) as T;
}

/** Calls API v1. Fails with ApiFailure or Unreachable. */
export const api = <T>(method: Method, path: string, options: Options = {}) =>
  send<T>(method, apiAddress(path), options);

/** Calls an internal endpoint of the interface. Fails with ApiFailure or Unreachable. */
export const internal = <T>(method: Method, path: string, options: Options = {}) =>
  send<T>(method, internalAddress(path), options);
