import {
  CollectionCreate,
  CollectionResource,
  CollectionRevision,
  CollectionUpdate,
  collectionSearchQuery,
} from '@cairn/contract';
import { sql } from 'kysely';
import { can } from '../access/index.ts';
import { defineKind, tagConditions } from '../kinds/index.ts';
import { type CollectionColumns, presentCollection } from './present.ts';

/** Collections: groupings of records, nested as trees (specification 2.2). */
export const collection = defineKind<'collection', CollectionColumns, typeof collectionSearchQuery>({
  kind: 'collection',
  plural: 'collections',
  table: 'collection',
  tagged: true,
  answer: CollectionResource,
  create: CollectionCreate,
  update: CollectionUpdate,
  columns: [
    // Only the address of a parent that the caller may read is shown, also while it is in the trash.
    (actor) => sql`(
      select p.id from resource p where p.id = k.parent_id and ${can(actor, 'collection', 'read', 'p')}) as parent`,
  ],
  searchQuery: collectionSearchQuery,
  conditions: ({ tag, tag_operator }) => tagConditions(tag, tag_operator),
  present: presentCollection,
  revision: {
    data: sql`jsonb_build_object(
      'identifier', r.identifier, 'title', r.title, 'description', r.description, 'visibility', r.visibility,
      'state', r.state, 'tags', to_jsonb(r.tags))`,
    schema: CollectionRevision,
  },
  purge: 'inline',

  // A body has only what all kinds have; the parent is changed by links.
  own: () => ({}),
  afterWrite: async () => {},

  // Children are freed; their answers lose a link, so they count as changed.
  async beforePurge(tx, id) {
    await sql`
      with freed as (update collection set parent_id = null where parent_id = ${id} returning id)
      update resource set last_modified = clock_timestamp()
      where id in (select id from freed) and state = 'active'`.execute(tx);
  },
});
