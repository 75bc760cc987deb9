import assert from 'node:assert/strict';
import { type ErrorTree, STATUS_PHRASES } from '@cairn/contract';

export type Reply<T> = { status: number; headers: Headers; text: string; body: T };
export type ErrorBody = { code: number; message: string; description: string; errors?: ErrorTree; scopes?: string[] };
export type Page<T> = {
  items: T[];
  _pagination: {
    page: number;
    per_page: number;
    total_pages: number;
    total_items: number;
    _links: { prev?: string; self: string; next?: string };
  };
  _actions?: Record<string, string>;
};

export type Method = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
type Sent = { json?: unknown; raw?: string | Uint8Array<ArrayBuffer>; headers?: Record<string, string> };

/** Makes requests over HTTP as one caller. Paths are those below `/api/v1`, those that begin with `/api`, or addresses. */
export type Client = {
  /** Any request; the answer as it comes. */
  send<T = unknown>(method: Method, path: string, sent?: Sent): Promise<Reply<T>>;
  /** Requests that must succeed; what they return is the JSON of the answer. */
  get<T>(path: string): Promise<T>;
  post<T>(path: string, json?: unknown, status?: number): Promise<T>;
  patch<T>(path: string, json: unknown): Promise<T>;
  put<T>(path: string, json: unknown, status?: number): Promise<T>;
  delete(path: string): Promise<void>;
  /** A request that must be refused with this status and a whole error object. */
  refused(status: keyof typeof STATUS_PHRASES, method: Method, path: string, json?: unknown): Promise<ErrorBody>;
};

/** A caller who sends these headers with each request. */
export function client(url: string, own: Record<string, string> = {}): Client {
  const address = (path: string) =>
    /^https?:/.test(path) ? path : path === '/api' || path.startsWith('/api/') ? url + path : `${url}/api/v1${path}`;

  const send = async <T>(method: Method, path: string, { json, raw, headers }: Sent = {}): Promise<Reply<T>> => {
    const body = json === undefined ? raw : JSON.stringify(json);
    const answer = await fetch(address(path), {
      method,
      redirect: 'manual',
      headers: { ...own, ...(json === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') && text !== '';
    return { status: answer.status, headers: answer.headers, text, body: (isJson ? JSON.parse(text) : undefined) as T };
  };

  const expect = async <T>(status: number, method: Method, path: string, json?: unknown): Promise<T> => {
    const reply = await send<T>(method, path, json === undefined ? {} : { json });
    assert.equal(reply.status, status, `${method} ${path}: ${reply.text}`);
    return reply.body;
  };

  return {
    send,
    get: (path) => expect(200, 'GET', path),
    post: (path, json, status = 201) => expect(status, 'POST', path, json),
    patch: (path, json) => expect(200, 'PATCH', path, json),
    put: (path, json, status = 201) => expect(status, 'PUT', path, json),
    delete: (path) => expect(204, 'DELETE', path),
    async refused(status, method, path, json) {
      const reply = await send<ErrorBody>(method, path, json === undefined ? {} : { json });
      assert.equal(reply.status, status, `${method} ${path}: ${reply.text}`);
      checkErrorObject(reply);
      return reply.body;
    },
  };
}

/** Every answer of 400 and above carries the error object of specification 7. */
export function checkErrorObject({ status, headers, body }: Reply<ErrorBody>): void {
  assert.equal(headers.get('content-type'), 'application/json');
  assert.equal(body.code, status);
  assert.equal(body.message, (STATUS_PHRASES as Record<number, string>)[status]);
  assert.ok(body.description.length > 0);
}
