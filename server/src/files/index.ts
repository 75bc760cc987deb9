import type { FastifyInstance } from 'fastify';
import { mountDownloadRoutes } from './download-routes.ts';
import { mountFileRoutes } from './file-routes.ts';
import { mountRevisionRoutes } from './revision-routes.ts';
import type { FileServices } from './services.ts';
import { mountUploadRoutes } from './upload-routes.ts';

/** Declares all operations on files, uploads and file revisions. */
export function mountFiles(app: FastifyInstance, services: FileServices): void {
  mountFileRoutes(app, services);
  mountDownloadRoutes(app, services);
  mountRevisionRoutes(app, services);
  mountUploadRoutes(app, services);
}

export { continueUploads } from './finish-upload.ts';
export { openStore } from './local-store.ts';
export { purgeFiles } from './purge.ts';
export type { FileServices, TaskServices } from './services.ts';
export type { Store } from './store.ts';
export { fileTasks } from './tasks.ts';
export { type Damage, type Verification, verifyStorage } from './verify.ts';
