import { z } from 'zod';
import { Extras } from './extras.ts';
import { Tags, text } from './fields.ts';
import { LIMITS } from './limits.ts';
import * as query from './query.ts';
import { paginated, resourceFields, resourceInput, revisionFields, revisionOf, urls } from './resource.ts';
import { normalize, strip } from './text.ts';

/** A record (resources 1.2). */
export const RecordResource = z
  .strictObject({
    ...resourceFields,
    type: z.string().nullable(),
    license: z.string().nullable(),
    tags: z.array(z.string()),
    extras: Extras,
    _links: urls([
      'self',
      'files',
      'download_files',
      'uploads',
      'collections',
      'records_to',
      'records_from',
      'user_roles',
      'group_roles',
      'revisions',
      'file_revisions',
      'view',
    ]),
    _actions: urls(
      ['edit', 'delete', 'new_upload', 'link_record', 'link_collection', 'add_user_role', 'add_group_role'],
      ['remove_link'],
    ),
  })
  .meta({ id: 'Record' });
export type RecordResource = z.infer<typeof RecordResource>;

export const Records = paginated(RecordResource);
export const RecordSearch = paginated(RecordResource, ['new_record']);

/** Body fields of a record; the server adds `extras`, whose problems it reports at their place deep inside. */
export const recordInput = {
  ...resourceInput,
  type: text({ max: LIMITS.recordType, lower: true, white: 'normalize' }).nullable(),
  license: text({ max: LIMITS.title }).nullable(),
  tags: Tags,
};

/** Query parameters of GET /records (specification 4.1). */
export const recordSearchQuery = {
  page: query.page(LIMITS.searchPage),
  per_page: query.perPage,
  query: query.text('Words to find in identifier, title and description; a phrase in double quotes.'),
  extras: query.text('A JSON array of conditions on the metadata.'),
  sort: query.sort(query.RESOURCE_SORTS, '_score', true),
  visibility: query.choice(['private', 'public'], null, 'Only this visibility.'),
  explicit_permissions: query.flag('Only records on which the caller has a role.'),
  user: query.integers('Created by one of these users.'),
  collection: query.integers('In one of these collections.'),
  child_collections: query.flag('Also in the descendants of these collections.'),
  type: query.texts('Of one of these types.', (value) => normalize(value.toLowerCase())),
  tag: query.texts('With these tags.', (value) => normalize(value.toLowerCase())),
  tag_operator: query.choice(['or', 'and'], 'or', 'Whether any or all of the tags are wanted.'),
  mimetype: query.texts('With a file of one of these types.', (value) => strip(value.toLowerCase())),
  instance: query.text('The name of a connected instance to search instead.'),
};

const RevisionLink = z.strictObject({
  id: z.int(),
  name: z.string(),
  term: z.string().nullable(),
  record_to_id: z.int().optional(),
  record_from_id: z.int().optional(),
});

export const RecordRevision = revisionOf(
  'RecordRevision',
  z.int(),
  z.strictObject({
    ...revisionFields,
    type: z.string().nullable(),
    extras: Extras.nullable(),
    license: z.string().nullable(),
    tags: z.array(z.string()).nullable(),
    links_to: z.array(RevisionLink).nullable(),
    linked_from: z.array(RevisionLink).nullable(),
  }),
);
