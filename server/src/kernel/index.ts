export {
  ApiError,
  badRequest,
  conflict,
  forbidden,
  insufficientScope,
  invalid,
  notFound,
  unauthorized,
} from './api-error.ts';
export { type JsonText, jsonText, writeArray, writeJson, writeObject } from './json.ts';
export { offset, type Page, writePage } from './paging.ts';
export { pathId, pathUuid } from './paths.ts';
export { fromPostgres, type WireTime, wireTime } from './time.ts';
export { VERSION } from './version.ts';
