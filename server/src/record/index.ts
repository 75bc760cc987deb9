export { inCollections } from './in-collections.ts';
export { record } from './kind.ts';
export { reindexRecords } from './reindex.ts';
