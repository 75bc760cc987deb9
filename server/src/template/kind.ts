import { TemplateResource, TemplateRevision, templateSearchQuery } from '@cairn/contract';
import { sql } from 'kysely';
import { invalid } from '../kernel/index.ts';
import { defineKind } from '../kinds/index.ts';
import { type StoredData, TemplateCreate, TemplateUpdate, WRONG_FORM } from './body.ts';
import { presentTemplate, type TemplateColumns } from './present.ts';

/** Templates: what records, or their metadata, start from (specification 2.3). */
export const template = defineKind<'template', TemplateColumns, typeof templateSearchQuery>({
  kind: 'template',
  plural: 'templates',
  table: 'template',
  tagged: false,
  answer: TemplateResource,
  create: TemplateCreate,
  update: TemplateUpdate,
  columns: ['type', 'data'],
  searchQuery: templateSearchQuery,
  conditions: ({ type }) => (type ? [() => sql<boolean>`k.type = ${type}`] : []),
  present: presentTemplate,
  revision: {
    data: sql`jsonb_build_object(
      'identifier', r.identifier, 'title', r.title, 'description', r.description, 'visibility', r.visibility,
      'data', k.data::jsonb, 'state', r.state)`,
    schema: TemplateRevision,
  },
  purge: 'inline',

  own(input, current) {
    const data = input.data as StoredData | undefined;
    if (data === undefined) return {};
    if (current === null) return { type: data.type, data: data.text };
    if (data.type !== current.type) throw invalid({ data: { _schema: [WRONG_FORM[current.type]] } });
    return { data: data.text };
  },

  afterWrite: async () => {},
  beforePurge: async () => {},
});
