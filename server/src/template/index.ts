export { template } from './kind.ts';
