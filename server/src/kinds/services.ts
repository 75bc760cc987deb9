import { LRUCache } from 'lru-cache';
import { Totals } from '../access/index.ts';
import type { Db } from '../db/index.ts';
import type { UserCards } from '../identity/index.ts';

/** What the operations of kinds work with; `tags` are names known to be stored already. */
export type Services = { db: Db; users: UserCards; totals: Totals; tags: LRUCache<string, true> };

/** Makes the services of one process. */
export function kindServices(db: Db, users: UserCards): Services {
  return { db, users, totals: new Totals(), tags: new LRUCache({ max: 20_000 }) };
}
