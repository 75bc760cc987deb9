export { collection } from './kind.ts';
