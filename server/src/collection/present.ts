import { type JsonText, jsonText, writeObject } from '../kernel/index.ts';
import { type Parts, type ResourceRow, sharedValues } from '../kinds/index.ts';

/** What a collection's rows have of their own: the id of the parent, if the caller may read it. */
export type CollectionColumns = { parent: number | null };

/** The answer for one collection (resources 1.3). */
export function presentCollection(
  row: ResourceRow & CollectionColumns,
  { links, creator, removeLink }: Parts,
): JsonText {
  const root = `${links.api}/collections`;
  const self = `${root}/${row.id}`;
  return writeObject(
    { ...sharedValues(row), tags: row.tags },
    {
      creator,
      // Addresses come from settings and numbers and hold nothing that JSON would escape.
      _links: jsonText(
        `{"self":"${self}","records":"${self}/records","children":"${self}/collections"` +
          `,"user_roles":"${self}/roles/users","group_roles":"${self}/roles/groups","revisions":"${self}/revisions"` +
          `,"view":"${links.web}/collections/${row.id}"${row.parent === null ? '' : `,"parent":"${root}/${row.parent}"`}}`,
      ),
      _actions: jsonText(
        `{"edit":"${self}","delete":"${self}","link_record":"${self}/records","link_collection":"${self}/collections"` +
          `,"add_user_role":"${self}/roles/users","add_group_role":"${self}/roles/groups"` +
          `${removeLink ? `,"remove_link":"${removeLink}"` : ''}}`,
      ),
    },
  );
}
