import { z } from 'zod';
import { resourceFields, urls } from './resource.ts';

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
