export { mountReference } from './mount.ts';
