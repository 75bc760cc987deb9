import { Pool } from 'undici';

/** A request of a load: path below the base, with a JSON body or bytes. */
export type Load = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH';
  path: string;
  json?: unknown;
  bytes?: Buffer;
  headers?: Record<string, string>;
};

export type Rate = { perSecond: number; p50: number; p99: number };

/** Ten keep-alive connections to one server. */
export class Client {
  readonly #pool: Pool;
  readonly #base: string;
  readonly #headers: Record<string, string>;

  constructor(url: string, token?: string) {
    const { origin, pathname } = new URL(url);
    this.#pool = new Pool(origin, { connections: 10, pipelining: 1, headersTimeout: 120_000, bodyTimeout: 120_000 });
    this.#base = pathname.replace(/\/$/, '');
    this.#headers = token ? { authorization: `Bearer ${token}` } : {};
  }

  /** One request; anything but a 2xx is an error. */
  async call({ method = 'GET', path, json, bytes, headers = {} }: Load): Promise<Buffer> {
    const type = json === undefined ? {} : { 'content-type': 'application/json' };
    const { statusCode, body } = await this.#pool.request({
      method,
      path: this.#base + path,
      headers: { ...this.#headers, ...type, ...headers },
      body: json === undefined ? (bytes ?? null) : JSON.stringify(json),
    });
    const answer = Buffer.from(await body.arrayBuffer());
    if (statusCode >= 300) throw new Error(`${method} ${path}: ${statusCode} ${answer.toString().slice(0, 300)}`);
    return answer;
  }

  /** As `call`, with the answer's JSON. */
  async json<T>(load: Load): Promise<T> {
    return JSON.parse((await this.call(load)).toString()) as T;
  }

  /** Reads a body to its end without keeping it; returns its length in bytes. */
  async drain(path: string): Promise<number> {
    const { body } = await this.#pool.request({ method: 'GET', path: this.#base + path, headers: this.#headers });
    let size = 0;
    for await (const chunk of body) size += (chunk as Buffer).length;
    return size;
  }

  /** Ten callers at once for so many seconds, after a second of warm-up. */
  async measure(next: (i: number) => Load, seconds: number): Promise<Rate> {
    let i = 0;
    const phase = async (length: number) => {
      const times: number[] = [];
      const begin = performance.now();
      const caller = async () => {
        while (performance.now() - begin < length * 1000) {
          const start = performance.now();
          await this.call(next(i++));
          times.push(performance.now() - start);
        }
      };
      await Promise.all(Array.from({ length: 10 }, caller));
      return { times: times.sort((a, b) => a - b), elapsed: (performance.now() - begin) / 1000 };
    };
    await phase(1);
    const { times, elapsed } = await phase(seconds);
    const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? Number.NaN;
    return { perSecond: times.length / elapsed, p50: at(0.5), p99: at(0.99) };
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

/** Runs `count` pieces of work, so many at a time. */
export async function parallel(count: number, width: number, work: (i: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (next < count) await work(next++);
    }),
  );
}
