import { z } from 'zod';
import { Extras } from './extras.ts';
import { Description, IDENTIFIER_PATTERN, integer, Tags, Term, text, word } from './fields.ts';
import { LIMITS } from './limits.ts';
import * as query from './query.ts';
import { recordInput } from './record.ts';
import { objectError } from './reference.ts';
import { resourceFields, revisionFields, revisionOf, urls } from './resource.ts';
import { type ROLES, roleNames } from './roles.ts';

/** What a template makes: whole records, or only their metadata. */
export const TEMPLATE_TYPES = ['record', 'extras'] as const;
export type TemplateType = (typeof TEMPLATE_TYPES)[number];

const RECORD_ROLES = roleNames('record') as [keyof typeof ROLES.record];

/** The data of a template of type `record`, filled in completely (resources 2.6). */
export const RecordTemplateData = z
  .strictObject({
    identifier: z.string(),
    title: z.string(),
    description: z.string(),
    type: z.string().nullable(),
    license: z.string().nullable(),
    extras: Extras,
    tags: z.array(z.string()),
    collections: z.array(z.int()),
    record_links: z.array(
      z.strictObject({
        name: z.string(),
        direction: z.enum(['out', 'in']),
        record: z.int(),
        term: z.string().nullable(),
      }),
    ),
    roles: z.array(
      z.strictObject({ subject_type: z.enum(['user', 'group']), subject_id: z.int(), role: z.enum(RECORD_ROLES) }),
    ),
  })
  .meta({ id: 'RecordTemplateData' });
export type RecordTemplateData = z.infer<typeof RecordTemplateData>;

/** The data of a template: an object for the type `record`, an array for `extras`. */
export const TemplateData = z.union([RecordTemplateData, Extras]);

/** A template (resources 1.4). */
export const TemplateResource = z
  .strictObject({
    ...resourceFields,
    type: z.enum(TEMPLATE_TYPES),
    data: TemplateData,
    _links: urls(['self', 'user_roles', 'group_roles', 'revisions', 'view']),
    _actions: urls(['edit', 'delete', 'add_user_role', 'add_group_role']),
  })
  .meta({ id: 'Template' });
export type TemplateResource = z.infer<typeof TemplateResource>;

/** The field `type` of POST /templates. */
export const TemplateTypeInput = word(TEMPLATE_TYPES);

// What is named is not looked up: it may not exist yet, or not any more (resources 2.6).
const AnyId = integer({ min: 1, max: 2147483647 });
const many = <T extends z.ZodType>(item: T) => z.array(item, { error: 'Must be an array.' }).default([]);

/**
 * The keys of `data` of a template of type `record` in bodies, all optional; the server replaces `license` and adds
 * `extras`, as for records.
 */
export const recordTemplateInput = {
  identifier: text({ max: LIMITS.identifier, min: 0, lower: true, pattern: IDENTIFIER_PATTERN }).default(''),
  title: text({ max: LIMITS.title, min: 0, white: 'normalize' }).default(''),
  description: Description.default(''),
  type: recordInput.type.default(null),
  license: recordInput.license.default(null),
  tags: Tags.default([]),
  collections: many(AnyId),
  record_links: many(
    z.strictObject(
      {
        name: text({ max: LIMITS.linkName, white: 'normalize' }),
        direction: word(['out', 'in']),
        record: AnyId,
        term: Term.nullable().default(null),
      },
      { error: objectError },
    ),
  ),
  roles: many(
    z.strictObject(
      { subject_type: word(['user', 'group']), subject_id: AnyId, role: word(RECORD_ROLES) },
      { error: objectError },
    ),
  ),
};

/** Query parameters of GET /templates (specification 4.3). */
export const templateSearchQuery = {
  page: query.page(LIMITS.searchPage),
  per_page: query.perPage,
  query: query.text('Words to find in identifier, title and description; a phrase in double quotes.'),
  sort: query.sort(query.RESOURCE_SORTS, '_score', true),
  visibility: query.choice(['private', 'public'], null, 'Only this visibility.'),
  explicit_permissions: query.flag('Only templates on which the caller has a role.'),
  user: query.integers('Created by one of these users.'),
  type: query.choice(TEMPLATE_TYPES, null, 'Only this type.'),
  instance: query.text('The name of a connected instance to search instead.'),
};

export const TemplateRevision = revisionOf(
  'TemplateRevision',
  z.int(),
  z.strictObject({
    ...revisionFields,
    data: TemplateData.nullable(),
  }),
);
