import { createHash } from 'node:crypto';

/** An answer that says no; `status` as in HTTP. */
export class RefusedError extends Error {
  readonly status: number;

  constructor(call: string, status: number, answer: string) {
    super(`${call}: ${status} ${answer.slice(0, 500)}`);
    this.status = status;
  }
}

type Upload = {
  id: string;
  upload_type: 'direct' | 'chunked';
  _meta: { chunk_size: number; task?: { state: string; error?: string } };
};

/** A caller of API v1, as any program could be. */
export class Client {
  readonly #root: string;
  readonly #token: string;

  /** @param baseUrl address of the service, without a trailing slash. */
  constructor(baseUrl: string, token: string) {
    this.#root = `${baseUrl}/api/v1`;
    this.#token = token;
  }

  async #call<T>(
    method: string,
    path: string,
    body?: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
  ): Promise<T> {
    const response = await fetch(this.#root + path, {
      method,
      headers: { authorization: `Bearer ${this.#token}`, ...headers },
      body: body ?? null,
    });
    const text = await response.text();
    if (!response.ok) throw new RefusedError(`${method} ${path}`, response.status, text);
    return JSON.parse(text) as T;
  }

  /** @throws RefusedError */
  get<T>(path: string): Promise<T> {
    return this.#call<T>('GET', path);
  }

  /** The resource at a path; null if there is none. */
  async find<T>(path: string): Promise<T | null> {
    try {
      return await this.get<T>(path);
    } catch (error) {
      if (error instanceof RefusedError && error.status === 404) return null;
      throw error;
    }
  }

  /** @throws RefusedError */
  post<T>(path: string, body: unknown): Promise<T> {
    return this.#call<T>('POST', path, JSON.stringify(body), { 'content-type': 'application/json' });
  }

  /** Uploads a file to a record, at once or in chunks, as the service wants it. @throws RefusedError */
  async upload(recordId: number, file: { name: string; description: string; content: Uint8Array }): Promise<void> {
    const { name, description, content } = file;
    const uploads = `/records/${recordId}/uploads`;
    const upload = await this.post<Upload>(uploads, { name, description, size: content.length });
    const path = `${uploads}/${upload.id}`;
    const send = (bytes: Uint8Array, headers: Record<string, string>) =>
      this.#call('PUT', path, bytes as Uint8Array<ArrayBuffer>, {
        'content-type': 'application/octet-stream',
        'svc-md5-checksum': createHash('md5').update(bytes).digest('hex'),
        ...headers,
      });
    if (upload.upload_type === 'direct') {
      await send(content, {});
      return;
    }
    const { chunk_size: chunkSize } = upload._meta;
    for (let index = 0; index * chunkSize < content.length; index++) {
      const chunk = content.subarray(index * chunkSize, (index + 1) * chunkSize);
      await send(chunk, { 'svc-chunk-index': String(index), 'svc-chunk-size': String(chunk.length) });
    }
    await this.#call('POST', path);
    await this.#finished(path);
  }

  async #finished(path: string): Promise<void> {
    for (;;) {
      const { task } = (await this.get<Upload>(path))._meta;
      if (task?.state === 'success') return;
      if (task?.state === 'failure' || task?.state === 'revoked')
        throw new Error(`${path}: ${task.error ?? task.state}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
