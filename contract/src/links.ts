import { z } from 'zod';
import { body } from './body.ts';
import { RowId, Term, Timestamp, text } from './fields.ts';
import { LIMITS } from './limits.ts';
import * as query from './query.ts';
import { RecordResource } from './record.ts';
import { optionalReference, reference } from './reference.ts';
import { paginated, urls } from './resource.ts';
import { User } from './user.ts';

/** A link between two records (resources 1.9); lists and most answers show only the other side. */
export const RecordLink = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    term: z.string().nullable(),
    created_at: Timestamp,
    last_modified: Timestamp,
    creator: User.optional().meta({ description: 'Absent if the token lacks the scope user.read.' }),
    record_to: RecordResource.optional(),
    record_from: RecordResource.optional(),
    _links: urls(['self']),
    _actions: urls(['edit', 'remove']),
  })
  .meta({ id: 'RecordLink' });
export type RecordLink = z.infer<typeof RecordLink>;
export const RecordLinks = paginated(RecordLink);

const LINK_READ_ONLY = ['id', 'created_at', 'last_modified', 'creator', 'record_from', '_links', '_actions'];
const link = {
  name: text({ max: LIMITS.linkName, white: 'normalize' }),
  term: Term.nullable(),
};

/** POST /records/{id}/records. */
export const RecordLinkCreate = body(
  { ...link, term: link.term.default(null), record_to: reference(RecordResource) },
  LINK_READ_ONLY,
);

/** PATCH /records/{record_id}/records/{link_id}; `record_to` without an id changes nothing. */
export const RecordLinkUpdate = body(
  {
    name: link.name.optional(),
    term: link.term.optional(),
    record_to: optionalReference(RecordResource).optional(),
  },
  LINK_READ_ONLY,
);

/** Bodies that name what is to be linked by its id alone. */
export const LinkTarget = body({ id: RowId });

/** Query parameters of GET /records/{id}/records. */
export const recordLinksQuery = {
  page: query.page(),
  per_page: query.perPage,
  direction: query.choice(['out', 'in'], 'out', 'Links from this record, or to it.'),
  filter: query.text('Contained in the name of the link, or in title or identifier of the linked record.', 'normalize'),
  sort: query.sort(['last_modified', 'created_at', 'name'], '-last_modified'),
  action: query.texts('Only linked records on which the caller may do all of these.'),
};

/** Query parameters of lists of resources that belong to something. */
export const nestedQuery = {
  page: query.page(),
  per_page: query.perPage,
  filter: query.text('Contained in title or identifier.', 'normalize'),
  sort: query.sort(query.RESOURCE_SORTS, '-last_modified'),
};

/** Query parameters of GET /users/{id}/records and the like. */
export const userResourcesQuery = {
  ...nestedQuery,
  shared: query.flag('Instead those of the caller on which this user has a role, also through a group.'),
};

/** Query parameters of GET /users/{id}/groups. */
export const userGroupsQuery = {
  ...nestedQuery,
  common: query.flag('Instead those of which both this user and the caller are members.'),
};

/** Query parameters of lists of resources that are linked with another one. */
export const linkedQuery = {
  ...nestedQuery,
  action: query.texts('Only those on which the caller may do all of these.'),
};

/** Query parameters of GET /collections/{id}/records. */
export const collectionRecordsQuery = {
  ...linkedQuery,
  children: query.flag('Also the records of all child collections, at any depth, that the caller can read.'),
};
