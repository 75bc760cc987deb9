export { type Database, type Db, openDatabase, type Tx } from './database.ts';
export { likeText } from './like-text.ts';
export { migrate } from './migrate.ts';
export { isConnectionLost, translateDatabaseError, violatedConstraint } from './sql-errors.ts';
export type { Tables } from './tables.ts';
export { transaction } from './transaction.ts';
export { isHeld, Watch } from './watch.ts';
