import { EmptyObject, formatQuery, paginated, query } from '@cairn/contract';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Call, route } from '../http/index.ts';
import { type JsonText, pathId, writeJson, writePage } from '../kernel/index.ts';
import type { KindDefinition, ResourceRow } from './definition.ts';
import { purgeResource } from './purge.ts';
import { readById, readByIdentifier, requireRead } from './read.ts';
import { represent } from './represent.ts';
import { listRevisions, type RevisionSource, readRevision } from './revision-answers.ts';
import { capital, mountSearch } from './search.ts';
import type { Services } from './services.ts';
import { createResource, restoreResource, trashResource, updateResource } from './write.ts';

const pages = { page: query.page(), per_page: query.perPage };
const comparison = { revision: query.optionalInteger('Revision to compare with instead of the previous one.') };

/** Declares the operations that all kinds share, under a kind's own paths, so that every list of routes shows them. */
export function mountKind(app: FastifyInstance, services: Services, definition: KindDefinition): void {
  const { kind, plural, answer } = definition;
  const Name = capital(kind);
  const one = `/${plural}/:id`;
  const scopes = {
    read: `${kind}.read`,
    create: `${kind}.create`,
    update: `${kind}.update`,
    delete: `${kind}.delete`,
  } as const;
  type Any = Pick<Call<never, never>, 'actor' | 'links'>;
  const written = async ({ actor, links }: Any, row: ResourceRow): Promise<JsonText> =>
    (await represent(services, actor, links, definition, [row]))[0] as JsonText;

  mountSearch(app, services, definition);

  route(app, {
    method: 'POST',
    url: `/${plural}`,
    operation: `create${Name}`,
    summary: `Create a ${kind}`,
    tag: plural,
    access: { scopes: [scopes.create] },
    body: definition.create,
    responses: { 201: answer },
    async handler(call) {
      const row = await createResource(services, call.actor, definition, () => call.body);
      return { status: 201, body: await written(call, row) };
    },
  });

  route(app, {
    method: 'GET',
    url: `/${plural}/identifier/:identifier`,
    operation: `get${Name}ByIdentifier`,
    summary: `Get a ${kind} by its identifier`,
    tag: plural,
    access: { scopes: [scopes.read] },
    responses: { 200: answer },
    async handler(call) {
      const row = await readByIdentifier(services, call.actor, definition, call.params.identifier ?? '');
      return { status: 200, body: await written(call, row) };
    },
  });

  route(app, {
    method: 'GET',
    url: one,
    operation: `get${Name}`,
    summary: `Get a ${kind}`,
    tag: plural,
    access: { scopes: [scopes.read], row: true },
    responses: { 200: answer },
    async handler(call) {
      const row = await readById(services, call.actor, definition, pathId(call.params.id ?? ''), call.scopes);
      return { status: 200, body: await written(call, row) };
    },
  });

  route(app, {
    method: 'PATCH',
    url: one,
    operation: `update${Name}`,
    summary: `Change a ${kind}`,
    tag: plural,
    access: { scopes: [scopes.update], row: true },
    body: definition.update,
    responses: { 200: answer },
    async handler(call) {
      const target = { id: pathId(call.params.id ?? ''), scopes: call.scopes };
      const row = await updateResource(services, call.actor, definition, target, () => call.body);
      return { status: 200, body: await written(call, row) };
    },
  });

  route(app, {
    method: 'DELETE',
    url: one,
    operation: `delete${Name}`,
    summary: `Move a ${kind} to the trash`,
    tag: plural,
    access: { scopes: [scopes.delete], row: true },
    responses: { 204: z.void() },
    async handler({ actor, params, scopes: needed }) {
      await trashResource(services, actor, definition, { id: pathId(params.id ?? ''), scopes: needed });
      return { status: 204 };
    },
  });

  route(app, {
    method: 'POST',
    url: `${one}/restore`,
    operation: `restore${Name}`,
    summary: `Take a ${kind} out of the trash`,
    tag: plural,
    access: { scopes: ['misc.manage_trash'] },
    responses: { 200: answer },
    async handler(call) {
      const row = await restoreResource(services, call.actor, definition, pathId(call.params.id ?? ''));
      return { status: 200, body: await written(call, row) };
    },
  });

  route(app, {
    method: 'POST',
    url: `${one}/purge`,
    operation: `purge${Name}`,
    summary: `Remove a ${kind} in the trash for good`,
    tag: plural,
    access: { scopes: ['misc.manage_trash'] },
    responses: definition.purge === 'task' ? { 202: EmptyObject } : { 204: z.void() },
    async handler({ actor, params }) {
      const result = await purgeResource(services, actor, definition, pathId(params.id ?? ''));
      return result === 'started' ? { status: 202, body: writeJson({}) } : { status: 204 };
    },
  });

  const source = (id: number): RevisionSource => ({
    table: 'revision',
    object: 'resource_id',
    where: sql<boolean>`v.resource_id = ${id}`,
    path: `/${plural}/${id}/revisions`,
  });

  route(app, {
    method: 'GET',
    url: `${one}/revisions`,
    operation: `list${Name}Revisions`,
    summary: `List the revisions of a ${kind}, newest first`,
    tag: plural,
    access: { scopes: [scopes.read], row: true },
    query: pages,
    responses: { 200: paginated(definition.revision.schema) },
    async handler({ actor, params, scopes: needed, links, query: page }) {
      const id = await requireRead(services, actor, kind, pathId(params.id ?? ''), needed);
      const { items, total } = await listRevisions(services, actor, links, source(id), page);
      const url = (number: number) => `${links.api}${source(id).path}?${formatQuery(pages, { ...page, page: number })}`;
      return { status: 200, body: writePage(items, total, page, url) };
    },
  });

  route(app, {
    method: 'GET',
    url: `${one}/revisions/:revision_id`,
    operation: `get${Name}Revision`,
    summary: `Get a revision of a ${kind}`,
    tag: plural,
    access: { scopes: [scopes.read], row: true },
    query: comparison,
    responses: { 200: definition.revision.schema },
    async handler({ actor, params, scopes: needed, links, query: { revision } }) {
      const id = await requireRead(services, actor, kind, pathId(params.id ?? ''), needed);
      const body = await readRevision(services, actor, links, source(id), pathId(params.revision_id ?? ''), revision);
      return { status: 200, body };
    },
  });
}
