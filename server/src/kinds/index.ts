export {
  among,
  type Column,
  type Condition,
  defineKind,
  indexed,
  type KindDefinition,
  type Parts,
  type ResourceInput,
  type ResourceRow,
} from './definition.ts';
export { type Listing, list, nameFilter, orderBy } from './list.ts';
export { mountKind } from './mount.ts';
export { listNested } from './nested.ts';
export { plainText } from './plain-text.ts';
export { type Kinds, trashTasks } from './purge.ts';
export { readById, requireRead } from './read.ts';
export { creators, represent } from './represent.ts';
export { difference, listRevisions, type RevisionSource, readRevision } from './revision-answers.ts';
export { writeRevisions } from './revisions.ts';
export { mountRoles } from './roles-mount.ts';
export { tagConditions } from './search.ts';
export { columns, ownTable } from './select.ts';
export { kindServices, type Services } from './services.ts';
export { sharedValues } from './shared-values.ts';
export { mountTags } from './tags.ts';
export { touch } from './touch.ts';
export { mountTrash } from './trash.ts';
