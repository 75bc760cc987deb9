export { extrasField, reportErrors, type StoredExtras } from './body-field.ts';
export { type ExtraEntry, flattenExtras } from './flatten.ts';
export { type ParsedExtras, type ParseOptions, parseExtras } from './parse.ts';
export { canonicalQuantity, type Quantity } from './quantity.ts';
export { type ConditionShape, extrasCondition } from './search-condition.ts';
export { writeExtrasIndex } from './search-index.ts';
export { type ExtrasQuery, parseExtrasQuery } from './search-query.ts';
export { serializeExtras } from './serialize.ts';
