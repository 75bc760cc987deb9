import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** A whole answer. */
export type Answer = { readonly status: number; readonly headers: IncomingHttpHeaders; readonly body: Buffer };

/** The connection broke before the answer was whole: nobody knows whether the request had an effect. */
export class NoAnswer extends Error {}

export type Sent = {
  readonly json?: unknown;
  /** Bytes of the body, sent in so many pieces with a pause before each but the first. */
  readonly data?: Buffer;
  readonly pieces?: number;
  readonly pauseMs?: number;
  readonly headers?: OutgoingHttpHeaders;
};

const PATIENCE_MS = 20_000;

/** Requests of one user to one service; connections are kept open. */
export class Http {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  readonly #port: number;
  readonly #token: string;
  readonly #heard: (method: string, path: string, answer: Answer) => void;

  /** @param heard is told every answer. */
  constructor(port: number, token: string, heard: (method: string, path: string, answer: Answer) => void = () => {}) {
    this.#port = port;
    this.#token = token;
    this.#heard = heard;
  }

  /** Sends a request below `/api/v1`. @throws NoAnswer if the connection breaks or nothing comes for 20 seconds. */
  async send(method: string, path: string, sent: Sent = {}): Promise<Answer> {
    const answer = await this.#exchange(method, path, sent);
    this.#heard(method, path, answer);
    return answer;
  }

  /** Closes all connections; the next request opens new ones. */
  disconnect(): void {
    this.#agent.destroy();
  }

  #exchange(method: string, path: string, { json, data, pieces = 1, pauseMs = 0, headers }: Sent): Promise<Answer> {
    const body = json === undefined ? data : Buffer.from(JSON.stringify(json));
    return new Promise((resolve, reject) => {
      const outgoing = request({
        host: '127.0.0.1',
        port: this.#port,
        path: path.startsWith('/health') ? path : `/api/v1${path}`,
        method,
        agent: this.#agent,
        signal: AbortSignal.timeout(PATIENCE_MS),
        headers: {
          authorization: `Bearer ${this.#token}`,
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
          ...(body === undefined ? {} : { 'content-length': body.length }),
          ...headers,
        },
      });
      const broken = (error: Error) => reject(new NoAnswer(`${method} ${path}: ${error.message}`, { cause: error }));
      outgoing.on('error', broken);
      outgoing.on('response', (incoming) => {
        const received: Buffer[] = [];
        incoming.on('data', (piece: Buffer) => received.push(piece));
        incoming.on('error', broken);
        incoming.on('end', () => {
          if (!incoming.complete) broken(new Error('the answer was cut off'));
          else {
            resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(received) });
          }
        });
      });
      void write(outgoing, body, pieces, pauseMs);
    });
  }
}

async function write(to: NodeJS.WritableStream, body: Buffer | undefined, pieces: number, pauseMs: number) {
  if (body !== undefined) {
    const length = Math.max(1, Math.ceil(body.length / pieces));
    for (let at = 0; at < body.length; at += length) {
      if (at > 0) await sleep(pauseMs);
      to.write(body.subarray(at, at + length));
    }
  }
  to.end();
}

/** The JSON of an answer. */
export function jsonOf<T>({ body }: Answer): T {
  return JSON.parse(body.toString()) as T;
}
