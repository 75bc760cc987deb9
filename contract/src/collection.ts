import { z } from 'zod';
import { body } from './body.ts';
import { Tags } from './fields.ts';
import { LIMITS } from './limits.ts';
import * as query from './query.ts';
import { paginated, READ_ONLY, resourceFields, resourceInput, revisionFields, revisionOf, urls } from './resource.ts';
import { normalize } from './text.ts';

/** A collection (resources 1.3). */
export const CollectionResource = z
  .strictObject({
    ...resourceFields,
    tags: z.array(z.string()),
    _links: urls(['self', 'records', 'children', 'user_roles', 'group_roles', 'revisions', 'view'], ['parent']).meta({
      description: '`parent` is there if there is one and the caller may read it.',
    }),
    _actions: urls(
      ['edit', 'delete', 'link_record', 'link_collection', 'add_user_role', 'add_group_role'],
      ['remove_link'],
    ),
  })
  .meta({ id: 'Collection' });
export type CollectionResource = z.infer<typeof CollectionResource>;

export const Collections = paginated(CollectionResource);

const input = { ...resourceInput, tags: Tags };

/** POST /collections. */
export const CollectionCreate = body(
  {
    ...input,
    description: input.description.default(''),
    visibility: input.visibility.default('private'),
    tags: input.tags.default([]),
  },
  READ_ONLY,
);

/** PATCH /collections/{id}. */
export const CollectionUpdate = body(z.object(input).partial().shape, READ_ONLY);

/** Query parameters of GET /collections (specification 4.2). */
export const collectionSearchQuery = {
  page: query.page(LIMITS.searchPage),
  per_page: query.perPage,
  query: query.text('Words to find in identifier, title and description; a phrase in double quotes.'),
  sort: query.sort(query.RESOURCE_SORTS, '_score', true),
  visibility: query.choice(['private', 'public'], null, 'Only this visibility.'),
  explicit_permissions: query.flag('Only collections on which the caller has a role.'),
  user: query.integers('Created by one of these users.'),
  tag: query.texts('With these tags.', (value) => normalize(value.toLowerCase())),
  tag_operator: query.choice(['or', 'and'], 'or', 'Whether any or all of the tags are wanted.'),
  instance: query.text('The name of a connected instance to search instead.'),
};

export const CollectionRevision = revisionOf(
  'CollectionRevision',
  z.int(),
  z.strictObject({
    ...revisionFields,
    tags: z.array(z.string()).nullable(),
  }),
);
