import type { SystemRole } from '@cairn/contract';
import { DESCRIPTIONS } from '@cairn/contract';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Actor } from '../access/index.ts';
import type { Db, Watch } from '../db/index.ts';
import { unauthorized } from '../kernel/index.ts';
import { hashSecret } from './secrets.ts';
import { tokenSecret } from './tokens.ts';

type Row = {
  user_id: number;
  state: string;
  system_role: SystemRole;
  is_sysadmin: boolean;
  scopes: string[] | null;
  expires: number | null;
};

export type SessionActor = Actor & { readonly csrfToken: string };

type Known<A extends Actor> = { actor: A; state: string; expires: number | null };

const NOTE_EVERY = 10_000;

/**
 * Finds the user of a token or session. Recently used ones are kept in memory; a change of any log-in in the database
 * empties that memory in every process within moments (notification `cairn_identity`), and while notifications don't
 * arrive nothing is kept.
 */
export class Authenticator {
  readonly #db: Db;
  readonly #watch: Watch;
  readonly #tokens = new LRUCache<string, Known<Actor>>({ max: 2000, ttl: 60_000 });
  readonly #sessions = new LRUCache<string, Known<SessionActor>>({ max: 2000, ttl: 60_000 });
  readonly #noted = new LRUCache<string, true>({ max: 10_000, ttl: NOTE_EVERY });
  #generation = 0;

  constructor(db: Db, watch: Watch) {
    this.#db = db;
    this.#watch = watch;
    watch.on('cairn_identity', () => this.forget());
  }

  /** Drops everything kept; called at once in the process that ends a log-in. */
  forget(): void {
    this.#generation++;
    this.#tokens.clear();
    this.#sessions.clear();
  }

  /**
   * The user of a personal access token.
   * @throws ApiError 401 if the token is expired or its account inactive; null if there is no such token.
   */
  async token(text: string): Promise<Actor | null> {
    const secret = tokenSecret(text);
    if (secret.length > 256) return null;
    const hash = hashSecret(secret);
    const key = hash.toString('base64');
    let known = this.#tokens.get(key);
    if (!known) {
      const generation = this.#generation;
      const { rows } = await sql<Row>`
        select t.user_id, u.state, u.system_role, u.is_sysadmin, t.scopes, extract(epoch from t.expires_at)::float8 * 1000 as expires
        from personal_token t join app_user u on u.id = t.user_id where t.hash = ${hash}`.execute(this.#db);
      if (!rows[0]) return null;
      known = { actor: actorOf(rows[0], 'token'), state: rows[0].state, expires: rows[0].expires };
      if (this.#watch.connected && generation === this.#generation) this.#tokens.set(key, known);
    }
    usable(known);
    this.#note(key, () => sql`update personal_token set last_used = clock_timestamp() where hash = ${hash}`);
    return known.actor;
  }

  /** The user of a browser session; null if there is no such session or it has ended. */
  async session(secret: string): Promise<SessionActor | null> {
    const hash = hashSecret(secret);
    const key = hash.toString('base64');
    let known = this.#sessions.get(key);
    if (!known) {
      const generation = this.#generation;
      const { rows } = await sql<Row & { csrf_token: string }>`
        select s.user_id, u.state, u.system_role, u.is_sysadmin, null as scopes, s.csrf_token,
          extract(epoch from s.expires_at)::float8 * 1000 as expires
        from session s join app_user u on u.id = s.user_id where s.hash = ${hash} and s.expires_at > now()`.execute(
        this.#db,
      );
      const row = rows[0];
      if (!row) return null;
      known = {
        actor: { ...actorOf(row, 'session'), csrfToken: row.csrf_token },
        state: row.state,
        expires: row.expires,
      };
      if (this.#watch.connected && generation === this.#generation) this.#sessions.set(key, known);
    }
    if (known.expires !== null && known.expires <= Date.now()) return null;
    usable(known);
    this.#note(key, () => sql`update session set last_used = clock_timestamp() where hash = ${hash}`);
    return known.actor;
  }

  // The time of last use is written at most every ten seconds and never delays or fails a request.
  #note(key: string, update: () => ReturnType<typeof sql>): void {
    if (this.#noted.has(key)) return;
    this.#noted.set(key, true);
    update()
      .execute(this.#db)
      .catch(() => {});
  }
}

function usable({ state, expires }: { state: string; expires: number | null }): void {
  if (expires !== null && expires <= Date.now()) throw unauthorized(DESCRIPTIONS.expiredToken);
  if (state !== 'active') throw unauthorized(DESCRIPTIONS.inactiveUser);
}

function actorOf(row: Row, via: 'token' | 'session'): Actor {
  return {
    userId: row.user_id,
    systemRole: row.system_role,
    isSysadmin: row.is_sysadmin,
    scopes: row.scopes === null || row.scopes.length === 0 ? null : new Set(row.scopes),
    via,
  };
}
