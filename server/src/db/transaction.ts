import type { Db, Tx } from './database.ts';
import { isRetryable } from './sql-errors.ts';

const ATTEMPTS = 4;

type Effect = () => void | Promise<void>;

const pending = new WeakMap<Tx, Effect[]>();

function effectsOf(tx: Tx): Effect[] {
  const known = pending.get(tx);
  if (known) return known;
  const effects: Effect[] = [];
  pending.set(tx, effects);
  return effects;
}

/**
 * Runs `work` in one transaction and, after its commit, what it handed to `afterCommit`. If it failed only because of
 * others at the same time (deadlock, serialisation), it is run again. Inside a transaction it joins that one.
 */
export async function transaction<T>(
  db: Db,
  work: (tx: Tx, afterCommit: (effect: Effect) => void) => Promise<T>,
): Promise<T> {
  if (db.isTransaction) return work(db as Tx, (effect) => void effectsOf(db as Tx).push(effect));
  for (let attempt = 1; ; attempt++) {
    let effects: Effect[] = [];
    try {
      const result = await db.transaction().execute((tx) => {
        effects = effectsOf(tx);
        return work(tx, (effect) => void effects.push(effect));
      });
      for (const effect of effects) await effect();
      return result;
    } catch (error) {
      if (!isRetryable(error) || attempt === ATTEMPTS) throw error;
    }
  }
}
