export { record } from './kind.ts';
