import type { Logger } from 'pino';
import type { Config } from '../config/index.ts';
import type { Db } from '../db/index.ts';
import type { UserCards } from '../identity/index.ts';
import type { Store } from './store.ts';

/** The settings that concern files: bytes and hours. */
type FileConfig = Pick<
  Config,
  'directUploadLimit' | 'chunkSize' | 'uploadQuota' | 'uploadLifetimeHours' | 'oldFileHours'
>;

/** What the background tasks of files work with. */
export type TaskServices = {
  readonly db: Db;
  readonly config: FileConfig;
  readonly store: Store;
  readonly log: Pick<Logger, 'info' | 'error'>;
};

/** What the operations on files work with: also who is to be shown. */
export type FileServices = TaskServices & { readonly users: UserCards };
