export { requireUser } from './require-user.ts';
export { mountUsers } from './routes.ts';
