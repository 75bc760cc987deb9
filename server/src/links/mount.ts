import type { FastifyInstance } from 'fastify';
import type { Services } from '../kinds/index.ts';
import { mountChildren } from './children-routes.ts';
import { mountGroupLists } from './group-lists.ts';
import { mountMemberships } from './membership-routes.ts';
import { mountRecordLinkChanges } from './record-link-changes.ts';
import { mountRecordLinks } from './record-link-reads.ts';
import { mountUserLists } from './user-lists.ts';

/** Declares the operations on what connects resources with each other, with users and with groups (specification 4). */
export function mountLinks(app: FastifyInstance, services: Services): void {
  mountRecordLinks(app, services);
  mountRecordLinkChanges(app, services);
  mountMemberships(app, services);
  mountChildren(app, services);
  mountUserLists(app, services);
  mountGroupLists(app, services);
}
