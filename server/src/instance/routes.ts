import { formatQuery, License, paginated, query, rolesAnswer } from '@cairn/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { openApi, route } from '../http/index.ts';
import { offset, VERSION, writeJson, writePage } from '../kernel/index.ts';
import { findLicenses } from './licenses.ts';

const BASE = [
  'collections',
  'groups',
  'info',
  'licenses',
  'records',
  'roles',
  'tags',
  'templates',
  'trash',
  'users',
] as const;

const licenseParams = {
  page: query.page(),
  per_page: query.perPage,
  filter: query.text('Contained in the title or name.', 'normalize'),
};

const shared = { tag: 'miscellaneous', method: 'GET', access: 'signed-in' } as const;

const Roles = z.record(
  z.string(),
  z.array(
    z.strictObject({
      name: z.string(),
      permissions: z.array(z.strictObject({ action: z.string(), description: z.string() })),
    }),
  ),
);

/** Declares the operations about the instance itself (specification 4.6) and its OpenAPI document. */
export function mountInstance(app: FastifyInstance): void {
  route(app, {
    ...shared,
    url: '',
    operation: 'getBase',
    summary: 'List the base endpoints',
    responses: { 200: z.strictObject(Object.fromEntries(BASE.map((name) => [name, z.string()]))) },
    handler: ({ links }) => ({
      status: 200,
      body: writeJson(Object.fromEntries(BASE.map((name) => [name, `${links.api}/${name}`]))),
    }),
  });

  route(app, {
    ...shared,
    url: '/info',
    operation: 'getInfo',
    summary: 'Get information about this instance',
    responses: { 200: z.strictObject({ version: z.string() }) },
    handler: () => ({ status: 200, body: writeJson({ version: VERSION }) }),
  });

  route(app, {
    ...shared,
    url: '/roles',
    operation: 'getRoles',
    summary: 'List the roles of all kinds of resources with what they permit',
    responses: { 200: Roles },
    handler: () => ({ status: 200, body: writeJson(rolesAnswer()) }),
  });

  route(app, {
    ...shared,
    url: '/licenses',
    operation: 'listLicenses',
    summary: 'List licenses by title',
    query: licenseParams,
    responses: { 200: paginated(License) },
    handler({ query: wanted, links }) {
      const found = findLicenses(wanted.filter);
      const skip = offset(wanted) ?? found.length;
      const items = found.slice(skip, skip + wanted.per_page).map(writeJson);
      const url = (page: number) => `${links.api}/licenses?${formatQuery(licenseParams, { ...wanted, page })}`;
      return { status: 200, body: writePage(items, found.length, wanted, url) };
    },
  });

  let document: string | undefined;
  route(app, {
    tag: 'miscellaneous',
    method: 'GET',
    access: 'public',
    unlimited: true,
    url: '/openapi.json',
    operation: 'getOpenApi',
    summary: 'Get this description of the API as OpenAPI 3.1',
    responses: { 200: z.unknown() },
    handler: ({ links }) => {
      document ??= JSON.stringify(openApi(app.operations, { version: VERSION, url: '{root}' }));
      return { status: 200, body: document.replace('"{root}"', JSON.stringify(links.api)) as never };
    },
  });
}
