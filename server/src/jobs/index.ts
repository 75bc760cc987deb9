export { enqueue, enqueueAgain, type TaskName, type TaskPayloads } from './enqueue.ts';
export { type Jobs, migrateJobs, startJobs, type Tasks } from './worker.ts';
