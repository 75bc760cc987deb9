import type { FastifyInstance } from 'fastify';
import type { Services } from '../kinds/index.ts';
import { mountChildren } from './children-routes.ts';
import { mountMemberships } from './membership-routes.ts';
import { mountRecordLinkChanges } from './record-link-changes.ts';
import { mountRecordLinks } from './record-link-reads.ts';

/** Declares the operations that connect records and collections with each other (specification 4.1, 4.2). */
export function mountLinks(app: FastifyInstance, services: Services): void {
  mountRecordLinks(app, services);
  mountRecordLinkChanges(app, services);
  mountMemberships(app, services);
  mountChildren(app, services);
}
