export { presentGroup } from './present.ts';
