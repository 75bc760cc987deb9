import { cleanUpFiles } from './clean-up.ts';
import { finishUpload } from './finish-upload.ts';
import type { TaskServices } from './services.ts';

/** The background work of files, by the names of its tasks. */
export function fileTasks(services: TaskServices) {
  return {
    finish_upload: (payload: { id: string }) => finishUpload(services, payload),
    clean_files: () => cleanUpFiles(services),
  };
}
