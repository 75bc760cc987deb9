import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { sql } from 'kysely';
import { pino } from 'pino';
import { loadConfig } from '../config/index.ts';
import { type Database, Watch } from '../db/index.ts';
import { testDatabase } from '../db/test-database.ts';
import { createToken, createUser } from '../identity/index.ts';
import { createApp } from './app.ts';

// biome-ignore lint/suspicious/noExplicitAny: every answer is compared with its schema by the service itself
type Json = any;
type Result = { status: number; body: Json };

/** The whole service on a database of its own, for tests; every answer is compared with its schema. */
export type TestApp = Awaited<ReturnType<typeof testApp>>;

/** Starts the service of one process without listening. */
export async function testApp() {
  process.env.CAIRN_CHECK_ANSWERS = '1';
  const { db, url, drop } = await testDatabase();
  const config = loadConfig({ CAIRN_BASE_URL: 'http://cairn.test' }, tmpdir());
  const watch = new Watch(url);
  await watch.start();
  const log = pino({ level: 'error' });
  const app = await createApp(config, { db, watch, log });
  /** Queries that a GET takes. */
  const queries = countQueries(db);
  const close = async () => {
    await app.close();
    await watch.stop();
    await drop();
  };
  /** A new user who calls the API with a token of these scopes (none: full access). */
  const user = async (...scopes: string[]) => {
    const username = `u${randomBytes(6).toString('hex')}`;
    const id = await createUser(db, { username, password: 'correct horse' });
    return caller(id, username, scopes);
  };
  const caller = async (id: number, username: string, scopes: readonly string[]) => {
    const { token } = await createToken(db, id, { name: 'test', scopes, expiresAt: null });
    return new Caller(id, username, async (method, path, body) => {
      const response = await app.inject({
        method: method as 'GET',
        url: path.startsWith('http') ? path.slice('http://cairn.test'.length) : `/api/v1${path}`,
        headers: { authorization: `Bearer ${token}` },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      });
      return { status: response.statusCode, body: response.body === '' ? undefined : JSON.parse(response.body) };
    });
  };
  /** The same user with a token of fewer scopes. */
  const limited = (of: Caller, ...scopes: string[]) => caller(of.id, of.username, scopes);
  /** A group with its members, the first of which created it. */
  const group = async (visibility: 'private' | 'public', ...members: Caller[]) => {
    const identifier = `g${randomBytes(6).toString('hex')}`;
    const { rows } = await sql<{ id: number }>`
      with r as (
        insert into resource (kind, identifier, title, visibility, creator_id)
        values ('group', ${identifier}, ${`Group ${identifier}`}, ${visibility}, ${members[0]?.id}) returning id)
      insert into app_group (id) select id from r returning id`.execute(db);
    const { id } = rows[0] as { id: number };
    for (const [i, member] of members.entries()) {
      await sql`insert into role (resource_id, user_id, name) values (${id}, ${member.id}, ${i === 0 ? 'admin' : 'member'})`.execute(
        db,
      );
    }
    return id;
  };
  return { app, db, user, limited, group, queries, close };
}

/** Someone who calls the API. */
export class Caller {
  readonly id: number;
  readonly username: string;
  readonly #send: (method: string, path: string, body?: unknown) => Promise<Result>;

  constructor(id: number, username: string, send: (method: string, path: string, body?: unknown) => Promise<Result>) {
    this.id = id;
    this.username = username;
    this.#send = send;
  }

  /** Sends a request; `path` is below `/api/v1`, or a whole address of an answer. */
  send(method: string, path: string, body?: unknown): Promise<Result> {
    return this.#send(method, path, body);
  }

  /** The body of an answer that must have this status. */
  async expect(status: number, method: string, path: string, body?: unknown): Promise<Json> {
    const result = await this.#send(method, path, body);
    if (result.status !== status) {
      const shown = JSON.stringify(result.body);
      throw new Error(`${method} ${path}: ${result.status} instead of ${status}: ${shown}`);
    }
    return result.body;
  }

  /** Creates a resource and returns its id. */
  async create(plural: string, more: object = {}): Promise<number> {
    const identifier = `x${randomBytes(6).toString('hex')}`;
    const { id } = await this.expect(201, 'POST', `/${plural}`, { identifier, title: identifier, ...more });
    return id;
  }
}

/** Counts the queries of reading requests: each takes a connection, for outside transactions one is taken a query. */
function countQueries(db: Database) {
  let sent = 0;
  db.pool.on('acquire', () => sent++);
  return async (user: Caller, path: string): Promise<number> => {
    await user.expect(200, 'GET', '/roles'); // the time of the token's last use is noted now, not while counting
    const before = sent;
    await user.expect(200, 'GET', path);
    return sent - before;
  };
}
