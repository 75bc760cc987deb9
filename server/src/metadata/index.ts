export { type ExtraEntry, flattenExtras } from './flatten.ts';
export { type ParsedExtras, type ParseOptions, parseExtras } from './parse.ts';
export { canonicalQuantity, type Quantity } from './quantity.ts';
export { serializeExtras } from './serialize.ts';
