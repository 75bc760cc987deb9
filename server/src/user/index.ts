export { mountUsers } from './routes.ts';
