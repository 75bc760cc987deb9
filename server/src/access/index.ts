export { type Actor, hasScope, mayCreate, requireScopes } from './actor.ts';
export { can, groupsOf, hasRole, readable } from './can.ts';
export { type Decision, requireAllowed } from './decide.ts';
export { type Allowed, load, loadNamed, loadTrashed, lockTogether } from './load.ts';
export { type Known, Totals, unchanged } from './totals.ts';
