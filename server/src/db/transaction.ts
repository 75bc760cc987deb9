import type { Db, Tx } from './database.ts';
import { isRetryable } from './sql-errors.ts';

const ATTEMPTS = 4;

/**
 * Runs `work` in one transaction and, after its commit, what it handed to `afterCommit`. If it failed only because of
 * others at the same time (deadlock, serialisation), it is run again.
 */
export async function transaction<T>(
  db: Db,
  work: (tx: Tx, afterCommit: (effect: () => void | Promise<void>) => void) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const effects: (() => void | Promise<void>)[] = [];
    try {
      const result = await db.transaction().execute((tx) => work(tx, (effect) => effects.push(effect)));
      for (const effect of effects) await effect();
      return result;
    } catch (error) {
      if (!isRetryable(error) || attempt === ATTEMPTS) throw error;
    }
  }
}
