export { mountLinks } from './mount.ts';
