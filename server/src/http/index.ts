export { installBodies } from './bodies.ts';
export { installErrors } from './errors.ts';
export { methodsAt } from './fallback.ts';
export type { LinkBase } from './links.ts';
export { openApi } from './openapi.ts';
export { type ApiOptions, type Authenticate, installApi } from './plugin.ts';
export { RateLimit, type Window } from './rate-limit.ts';
export { type Access, type Answer, type Call, type Method, type Operation, route } from './route.ts';
export { installSecurityHeaders } from './security-headers.ts';
