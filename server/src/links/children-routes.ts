import { Collections, EmptyObject, LinkTarget, linkedQuery } from '@cairn/contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { collection } from '../collection/index.ts';
import { transaction } from '../db/index.ts';
import { route } from '../http/index.ts';
import { invalid, pathId, writeJson } from '../kernel/index.ts';
import { among, listNested, requireRead, type Services } from '../kinds/index.ts';
import { addChild, lockTrees, removeChild } from './children.ts';
import { loadNamedPair, loadPair } from './load-pair.ts';

/** Declares the operations on child collections. */
export function mountChildren(app: FastifyInstance, services: Services): void {
  route(app, {
    method: 'GET',
    url: '/collections/:id/collections',
    operation: 'listChildCollections',
    summary: 'List the child collections of a collection',
    tag: 'collections',
    access: { scopes: ['collection.read'], row: true },
    query: linkedQuery,
    responses: { 200: Collections },
    async handler(call) {
      const id = await requireRead(services, call.actor, 'collection', pathId(call.params.id ?? ''), call.scopes);
      const path = `/collections/${id}/collections`;
      const body = await listNested(services, call, collection, {
        path,
        params: linkedQuery,
        query: call.query,
        belongs: among(sql`select c.id from collection c where c.parent_id = ${id}`),
        removeLink: (child) => `${call.links.api}${path}/${child}`,
      });
      return { status: 200, body };
    },
  });

  route(app, {
    method: 'POST',
    url: '/collections/:id/collections',
    operation: 'addChildCollection',
    summary: 'Make a collection the child of another',
    tag: 'collections',
    access: { scopes: ['collection.link'], row: true },
    body: LinkTarget,
    responses: { 201: EmptyObject },
    async handler(call) {
      const { actor, scopes, params } = call;
      await transaction(services.db, async (tx) => {
        await lockTrees(tx);
        const parent = { kind: 'collection', id: pathId(params.id ?? '') } as const;
        const missing = () => invalid({ id: ['There is no active collection with this id.'] });
        const child = { kind: 'collection', id: () => call.body.id, missing } as const;
        await addChild(...(await loadNamedPair(tx, actor, scopes, parent, child)));
      });
      return { status: 201, body: writeJson({}) };
    },
  });

  route(app, {
    method: 'DELETE',
    url: '/collections/:id/collections/:child_id',
    operation: 'removeChildCollection',
    summary: 'Take a child collection from its parent',
    tag: 'collections',
    access: { scopes: ['collection.link'], row: true },
    responses: { 204: z.void() },
    async handler({ actor, scopes, params }) {
      await transaction(services.db, async (tx) => {
        const parent = { kind: 'collection', id: pathId(params.id ?? '') } as const;
        const child = { kind: 'collection', id: pathId(params.child_id ?? '') } as const;
        await removeChild(...(await loadPair(tx, actor, scopes, parent, child)));
      });
      return { status: 204 };
    },
  });
}
