export { group } from './kind.ts';
export { presentGroup } from './present.ts';
