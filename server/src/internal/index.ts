export { requestAuthenticator } from './authenticate.ts';
export { type InternalServices, mountInternal } from './routes.ts';
