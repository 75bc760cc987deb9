import {
  Collections,
  collectionRecordsQuery,
  EmptyObject,
  type Kind,
  LinkTarget,
  linkedQuery,
  Records,
} from '@cairn/contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Allowed } from '../access/index.ts';
import { collection } from '../collection/index.ts';
import { transaction } from '../db/index.ts';
import { route } from '../http/index.ts';
import { conflict, invalid, notFound, pathId, writeJson } from '../kernel/index.ts';
import { among, listNested, requireRead, type Services, touch } from '../kinds/index.ts';
import { inCollections, record } from '../record/index.ts';
import { loadNamedPair, loadPair } from './load-pair.ts';

/** Declares the operations on records in collections, from both sides. */
export function mountMemberships(app: FastifyInstance, services: Services): void {
  route(app, {
    method: 'GET',
    url: '/collections/:id/records',
    operation: 'listCollectionRecords',
    summary: 'List the records of a collection',
    tag: 'collections',
    access: { scopes: ['collection.read', 'record.read'], row: true },
    query: collectionRecordsQuery,
    responses: { 200: Records },
    async handler(call) {
      const id = await requireRead(services, call.actor, 'collection', pathId(call.params.id ?? ''), call.scopes);
      const path = `/collections/${id}/records`;
      const body = await listNested(services, call, record, {
        path,
        params: collectionRecordsQuery,
        query: call.query,
        belongs: call.query.children
          ? inCollections(call.actor, [id], true)
          : among(sql`select m.record_id from collection_record m where m.collection_id = ${id}`),
        removeLink: (recordId) => `${call.links.api}${path}/${recordId}`,
      });
      return { status: 200, body };
    },
  });

  route(app, {
    method: 'GET',
    url: '/records/:id/collections',
    operation: 'listRecordCollections',
    summary: 'List the collections that a record is in',
    tag: 'records',
    access: { scopes: ['record.read', 'collection.read'], row: true },
    query: linkedQuery,
    responses: { 200: Collections },
    async handler(call) {
      const id = await requireRead(services, call.actor, 'record', pathId(call.params.id ?? ''), call.scopes);
      const path = `/records/${id}/collections`;
      const body = await listNested(services, call, collection, {
        path,
        params: linkedQuery,
        query: call.query,
        belongs: among(sql`select m.collection_id from collection_record m where m.record_id = ${id}`),
        removeLink: (collectionId) => `${call.links.api}${path}/${collectionId}`,
      });
      return { status: 200, body };
    },
  });

  const sides = [
    { own: 'collection', other: 'record', plural: 'collections', nested: 'records' },
    { own: 'record', other: 'collection', plural: 'records', nested: 'collections' },
  ] as const;
  for (const { own, other, plural, nested } of sides) {
    const [add, remove] =
      own === 'collection'
        ? ['addRecordToCollection', 'removeRecordFromCollection']
        : ['addCollectionToRecord', 'removeCollectionFromRecord'];
    route(app, {
      method: 'POST',
      url: `/${plural}/:id/${nested}`,
      operation: add,
      summary: own === 'collection' ? 'Add a record to a collection' : 'Put a record into a collection',
      tag: plural,
      access: { scopes: [`${own}.link`], row: true },
      body: LinkTarget,
      responses: { 201: EmptyObject },
      async handler(call) {
        await transaction(services.db, async (tx) => {
          const first = { kind: own, id: pathId(call.params.id ?? '') };
          const missing = () => invalid({ id: [`There is no active ${other} with this id.`] });
          const second = { kind: other, id: () => call.body.id, missing };
          await join(await loadNamedPair<Kind, Kind>(tx, call.actor, call.scopes, first, second));
        });
        return { status: 201, body: writeJson({}) };
      },
    });
    route(app, {
      method: 'DELETE',
      url: `/${plural}/:id/${nested}/:${other}_id`,
      operation: remove,
      summary: own === 'collection' ? 'Remove a record from a collection' : 'Take a record out of a collection',
      tag: plural,
      access: { scopes: [`${own}.link`], row: true },
      responses: { 204: z.void() },
      async handler({ actor, scopes, params }) {
        await transaction(services.db, async (tx) => {
          const first = { kind: own, id: pathId(params.id ?? '') };
          const second = { kind: other, id: pathId(params[`${other}_id`] ?? '') };
          await part(await loadPair<Kind, Kind>(tx, actor, scopes, first, second));
        });
        return { status: 204 };
      },
    });
  }
}

async function join(ends: [Allowed, Allowed]): Promise<void> {
  const { tx } = ends[0];
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('collection_record')
    .values(membership(ends))
    .onConflict((existing) => existing.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) throw conflict('The record is already in this collection.');
  await touch(tx, ends);
}

async function part(ends: [Allowed, Allowed]): Promise<void> {
  const { tx } = ends[0];
  const { collection_id, record_id } = membership(ends);
  const { numDeletedRows } = await tx
    .deleteFrom('collection_record')
    .where('collection_id', '=', collection_id)
    .where('record_id', '=', record_id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound('The record is not in this collection.');
  await touch(tx, ends);
}

function membership([first, second]: [Allowed, Allowed]): { collection_id: number; record_id: number } {
  return first.kind === 'collection'
    ? { collection_id: first.id, record_id: second.id }
    : { collection_id: second.id, record_id: first.id };
}
