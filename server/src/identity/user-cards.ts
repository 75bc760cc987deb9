import type { SystemRole } from '@cairn/contract';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Actor } from '../access/index.ts';
import type { Db, Watch } from '../db/index.ts';
import { type JsonText, writeJson } from '../kernel/index.ts';

/** What answers show of a user; who sees which part is decided in `presentUser`. */
export type UserCard = {
  id: number;
  displayname: string;
  orcid: string | null;
  state: string;
  created_at: string;
  is_sysadmin: boolean;
  system_role: SystemRole;
  type: string;
  username: string;
  email: string | null;
  email_confirmed: boolean;
  email_public: boolean;
};

/** Columns of a user card, from `app_user u join identity i on i.id = u.identity_id`. */
export const USER_CARD = sql`u.id, u.displayname, u.orcid, u.state, u.created_at, u.is_sysadmin, u.system_role,
  i.type, i.username, i.email, i.email_confirmed, i.email_public`;

/**
 * Users by id, for the many places that show one. Kept in memory and dropped in every process when the database tells
 * of a change (as in `Authenticator`), so lists need no join and no query per creator.
 */
export class UserCards {
  readonly #db: Db;
  readonly #watch: Watch;
  readonly #known = new LRUCache<number, UserCard>({ max: 5000, ttl: 60_000 });
  #generation = 0;

  constructor(db: Db, watch: Watch) {
    this.#db = db;
    this.#watch = watch;
    watch.on('cairn_identity', () => {
      this.#generation++;
      this.#known.clear();
    });
  }

  /** The cards of these users; one query at most. */
  async get(ids: Iterable<number>): Promise<Map<number, UserCard>> {
    const found = new Map<number, UserCard>();
    const missing: number[] = [];
    for (const id of new Set(ids)) {
      const card = this.#known.get(id);
      if (card) found.set(id, card);
      else missing.push(id);
    }
    if (missing.length === 0) return found;
    const generation = this.#generation;
    const { rows } = await sql<UserCard>`
      select ${USER_CARD} from app_user u join identity i on i.id = u.identity_id where u.id = any(${missing}::int[])
    `.execute(this.#db);
    for (const card of rows) {
      found.set(card.id, card);
      if (this.#watch.connected && generation === this.#generation) this.#known.set(card.id, card);
    }
    return found;
  }
}

/** A user as the caller may see it (resources 1.6). */
export function presentUser(card: UserCard, viewer: Actor, links: { api: string; web: string }): JsonText {
  const self = `${links.api}/users/${card.id}`;
  const own = viewer.userId === card.id;
  return writeJson({
    id: card.id,
    displayname: card.displayname,
    orcid: card.orcid,
    state: card.state,
    identity: presentIdentity(card, viewer, card.id),
    ...(own || viewer.isSysadmin ? { created_at: card.created_at } : {}),
    ...(viewer.isSysadmin ? { is_sysadmin: card.is_sysadmin, system_role: card.system_role } : {}),
    _links: {
      self,
      identities: `${self}/identities`,
      records: `${self}/records`,
      collections: `${self}/collections`,
      templates: `${self}/templates`,
      groups: `${self}/groups`,
      view: `${links.web}/users/${card.id}`,
    },
  });
}

type IdentityCard = Pick<UserCard, 'type' | 'username' | 'email' | 'email_confirmed' | 'email_public'>;

/** An identity as the caller may see it: the address only if public, one's own, or for administrators (resources 1.7). */
export function presentIdentity(card: IdentityCard, viewer: Actor, userId: number): Record<string, unknown> {
  const shown = card.email_public || viewer.userId === userId || viewer.isSysadmin;
  return {
    type: card.type,
    username: card.username,
    ...(shown ? { email: card.email, email_confirmed: card.email_confirmed } : {}),
  };
}
