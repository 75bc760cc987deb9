import { z } from 'zod';
import { body } from './body.ts';
import { LIMITS } from './limits.ts';
import * as query from './query.ts';
import { READ_ONLY, resourceFields, resourceInput, revisionFields, revisionOf, urls } from './resource.ts';

/** A group (resources 1.5). */
export const GroupResource = z
  .strictObject({
    ...resourceFields,
    _links: urls(['self', 'members', 'records', 'collections', 'templates', 'revisions', 'view']),
    _actions: urls(['edit', 'delete', 'add_member']),
  })
  .meta({ id: 'Group' });
export type GroupResource = z.infer<typeof GroupResource>;

/** What is shown of a group that holds a role and that the caller may not read. */
export const LimitedGroup = GroupResource.pick({ id: true, title: true, identifier: true, visibility: true }).meta({
  id: 'LimitedGroup',
});

/** POST /groups. */
export const GroupCreate = body(
  {
    ...resourceInput,
    description: resourceInput.description.default(''),
    visibility: resourceInput.visibility.default('private'),
  },
  READ_ONLY,
);

/** PATCH /groups/{id}. */
export const GroupUpdate = body(z.object(resourceInput).partial().shape, READ_ONLY);

/** Query parameters of GET /groups (specification 4.5). */
export const groupSearchQuery = {
  page: query.page(LIMITS.searchPage),
  per_page: query.perPage,
  query: query.text('Words to find in identifier, title and description; a phrase in double quotes.'),
  sort: query.sort(query.RESOURCE_SORTS, '_score', true),
  visibility: query.choice(['private', 'public'], null, 'Only this visibility.'),
  member_only: query.flag('Only groups of which the caller is a member.'),
  user: query.integers('Created by one of these users.'),
};

export const GroupRevision = revisionOf(
  'GroupRevision',
  z.int(),
  z.strictObject({
    ...revisionFields,
  }),
);
