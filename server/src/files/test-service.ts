import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, truncate } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import pino from 'pino';
import { loadConfig } from '../config/index.ts';
import { type Database, Watch } from '../db/index.ts';
import { installApi, installBodies, installErrors, installSecurityHeaders } from '../http/index.ts';
import { Authenticator, createToken, createUser, UserCards } from '../identity/index.ts';
import { type Jobs, migrateJobs, startJobs } from '../jobs/index.ts';
import { cleanUpFiles } from './clean-up.ts';
import { type FileServices, fileTasks, mountFiles, openStore } from './index.ts';

type Settings = Partial<FileServices['config']>;
type TestDatabase = { db: Database; url: string; drop: () => Promise<void> };

/** The files of a service of its own: real database, real queue, real HTTP, a folder of its own. */
export class TestService {
  readonly services: FileServices;
  readonly folder: string;
  readonly url: string;
  readonly #close: () => Promise<void>;
  #users = 0;

  private constructor(services: FileServices, folder: string, url: string, close: () => Promise<void>) {
    this.services = services;
    this.folder = folder;
    this.url = url;
    this.#close = close;
  }

  /** Starts a service on a fresh database, which goes with it. */
  static async start({ db, url, drop }: TestDatabase, settings: Settings = {}): Promise<TestService> {
    await migrateJobs(url);
    const folder = await mkdtemp(join(tmpdir(), 'cairn-files-'));
    const log = pino({ level: 'error' }, process.stderr);
    const watch = new Watch(url);
    await watch.start();
    const users = new UserCards(db, watch);
    const config = { ...loadConfig({ CAIRN_DATA_DIR: folder }, folder), ...settings };
    const services: FileServices = { db, config, store: openStore({ dataDir: folder }), users, log };
    const app = Fastify({ loggerInstance: log as FastifyBaseLogger, bodyLimit: Number.MAX_SAFE_INTEGER });
    const authenticator = new Authenticator(db, watch);
    installErrors(app);
    installSecurityHeaders(app, { https: false });
    installBodies(app, config.jsonBodyLimit);
    installApi(app, {
      authenticate: (request) => authenticator.token(request.headers.authorization?.replace(/^Bearer /, '') ?? ''),
      limit: async () => {},
      baseUrl: () => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
      checkAnswers: true,
    });
    mountFiles(app, services);
    await app.listen({ port: 0, host: '127.0.0.1' });
    const jobs: Jobs = await startJobs({ url, db, watch, log, tasks: fileTasks(services), crontab: '' });
    const close = async () => {
      await app.close();
      await jobs.stop();
      await watch.stop();
      await drop();
      await rm(folder, { recursive: true });
    };
    return new TestService(
      services,
      folder,
      `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/v1`,
      close,
    );
  }

  get db(): Database {
    return this.services.db as Database;
  }

  close(): Promise<void> {
    return this.#close();
  }

  /** A new user who calls the API with a token of these scopes (none: full access). */
  async user(...scopes: string[]): Promise<Caller> {
    const name = `user${++this.#users}`;
    const id = await createUser(this.db, { username: name, password: 'correct horse' });
    return this.caller(id, ...scopes);
  }

  /** Another token of a user. */
  async caller(userId: number, ...scopes: string[]): Promise<Caller> {
    const { token } = await createToken(this.db, userId, { name: 'test', scopes, expiresAt: null });
    return new Caller(this.url, userId, token);
  }

  /** The text of a new token of a user, for requests that are written by hand. */
  tokenOf({ userId }: Caller): Promise<{ token: string }> {
    return createToken(this.db, userId, { name: 'test', scopes: [], expiresAt: null });
  }

  /** Runs the hourly clean-up now. */
  cleanUp(): Promise<void> {
    return cleanUpFiles(this.services);
  }

  /** Removes the content of a directly uploaded file behind the service's back. */
  async loseContent(fileId: string): Promise<void> {
    await rm(await this.#pathOf(fileId));
  }

  /** Cuts the content of a directly uploaded file off behind the service's back. */
  async cutContent(fileId: string, size: number): Promise<void> {
    await truncate(await this.#pathOf(fileId), size);
  }

  async #pathOf(fileId: string): Promise<string> {
    const { rows } = await sql<{ blob: string; part: string }>`
      select p.blob_id as blob, p.part from file f join blob_part p on p.blob_id = f.blob_id where f.id = ${fileId}
    `.execute(this.db);
    const { blob, part } = rows[0] as { blob: string; part: string };
    return join(this.folder, 'files', blob.slice(0, 2), `${blob}.${part}`);
  }

  /** A new record of a user. */
  async record(creator: Caller): Promise<number> {
    const { rows } = await sql<{ id: number }>`
      with r as (
        insert into resource (kind, identifier, title, creator_id)
        values ('record', ${`r-${randomBytes(6).toString('hex')}`}, 'A record', ${creator.userId}) returning id),
      k as (insert into record (id) select id from r),
      x as (insert into role (resource_id, user_id, name) select id, ${creator.userId}, 'admin' from r)
      select id from r`.execute(this.db);
    return (rows[0] as { id: number }).id;
  }
}

/** Someone who calls the API. */
export class Caller {
  readonly userId: number;
  readonly #url: string;
  readonly #token: string;

  constructor(url: string, userId: number, token: string) {
    this.#url = url;
    this.userId = userId;
    this.#token = token;
  }

  /** Sends a request; `path` is below the API's root, or a whole URL. */
  async call(method: string, path: string, options: RequestInit & { json?: unknown } = {}): Promise<Response> {
    const { json, headers, ...rest } = options;
    return fetch(path.startsWith('http') ? path : this.#url + path, {
      method,
      ...rest,
      headers: { authorization: `Bearer ${this.#token}`, ...headers },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
  }

  /** The JSON of an answer that must have this status. */
  // biome-ignore lint/suspicious/noExplicitAny: answers are checked against the contract by the service itself
  async json(status: number, method: string, path: string, options: Parameters<Caller['call']>[2] = {}): Promise<any> {
    const response = await this.call(method, path, options);
    const text = await response.text();
    if (response.status !== status)
      throw new Error(`${method} ${path}: ${response.status} instead of ${status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  }

  /** Uploads a small file. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  async put(recordId: number, name: string, content: Buffer | string, more: object = {}): Promise<any> {
    const bytes = Buffer.from(content as string);
    const upload = await this.json(201, 'POST', `/records/${recordId}/uploads`, {
      json: { name, size: bytes.length, ...more },
    });
    return this.json(201, 'PUT', upload._actions.upload_data, { body: bytes as never });
  }
}

export function md5(content: Buffer | string): string {
  return createHash('md5').update(content).digest('hex');
}
