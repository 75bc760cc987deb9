import { z } from 'zod';
import { Description, Identifier, Timestamp, Title, word } from './fields.ts';
import { KINDS } from './roles.ts';
import { User } from './user.ts';

/** A URL of the API or the interface; absolute. */
export const Url = z.string();

export const Visibility = z.enum(['private', 'public']);
export const ResourceState = z.enum(['active', 'deleted', 'purged']);

/** Fields that record, collection, template and group share in answers (resources 1.1). */
export const resourceFields = {
  id: z.int(),
  identifier: z.string(),
  title: z.string(),
  description: z.string(),
  plain_description: z.string(),
  visibility: Visibility,
  state: ResourceState,
  created_at: Timestamp,
  last_modified: Timestamp,
  creator: User.optional().meta({ description: 'Absent if the token lacks the scope user.read.' }),
};

/** Keys of every kind's representation that can't be written; they are ignored in bodies (decision 2). */
export const READ_ONLY = [
  'id',
  'plain_description',
  'state',
  'created_at',
  'last_modified',
  'creator',
  '_links',
  '_actions',
] as const;

/** Body fields that the four kinds share (resources 2.2). */
export const resourceInput = {
  identifier: Identifier,
  title: Title,
  description: Description,
  visibility: word(['private', 'public']),
};

/** An object of URLs with exactly these keys, of which some may be absent. */
export function urls<const K extends string, const O extends string = never>(
  keys: readonly K[],
  optional: readonly O[] = [],
) {
  return z.strictObject({
    ...(Object.fromEntries(keys.map((key) => [key, Url])) as Record<K, typeof Url>),
    ...(Object.fromEntries(optional.map((key) => [key, Url.optional()])) as Record<O, z.ZodOptional<typeof Url>>),
  });
}

export const Pagination = z
  .strictObject({
    page: z.int(),
    per_page: z.int(),
    total_pages: z.int(),
    total_items: z.int(),
    _links: urls(['self'], ['prev', 'next']),
  })
  .meta({ id: 'Pagination' });

/** A page of items; `actions` are the keys of its `_actions`, if any. */
export function paginated<T extends z.ZodType>(item: T, actions: readonly string[] = []) {
  return z.strictObject({
    items: z.array(item),
    _pagination: Pagination,
    ...(actions.length > 0 ? { _actions: urls(actions) } : {}),
  });
}

/** An entry of the trash (resources 1.14). */
export const TrashEntry = z
  .strictObject({
    id: z.int(),
    identifier: z.string(),
    type: z.enum(KINDS),
    deleted_at: Timestamp,
    _actions: urls(['restore', 'purge']),
  })
  .meta({ id: 'TrashEntry' });

/** The revisioned fields that the four kinds share; in a difference each may be null (resources 1.11, 6.2). */
export const revisionFields = {
  identifier: z.string().nullable(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  visibility: Visibility.nullable(),
  state: ResourceState.nullable(),
};

/** A revision: the state of an object at a moment and what differs from another revision (resources 1.11). */
export function revisionOf(name: string, objectId: z.ZodType, data: z.ZodObject) {
  return z
    .strictObject({
      id: z.int(),
      timestamp: Timestamp,
      user: User.nullable().optional().meta({ description: 'Absent if the token lacks the scope user.read.' }),
      object_id: objectId,
      data,
      diff: data.partial().meta({ description: 'Changed fields with their older values.' }),
      _links: urls(['self'], ['parent', 'child']),
    })
    .meta({ id: name });
}

export const License = z
  .strictObject({ name: z.string(), title: z.string(), url: z.string().nullable() })
  .meta({ id: 'License' });

export const TagAnswer = z.strictObject({ name: z.string() }).meta({ id: 'Tag' });
export const EmptyObject = z.strictObject({});
