import { type JsonText, writeJson, writeObject } from '../kernel/index.ts';
import type { Parts, ResourceRow } from '../kinds/index.ts';

/** The answer for one group (resources 1.5). */
export function presentGroup(row: ResourceRow, { links, creator }: Parts): JsonText {
  const self = `${links.api}/groups/${row.id}`;
  return writeObject(
    {
      id: row.id,
      identifier: row.identifier,
      title: row.title,
      description: row.description,
      plain_description: row.plain_description,
      visibility: row.visibility,
      state: row.state,
      created_at: row.created_at,
      last_modified: row.last_modified,
    },
    {
      creator,
      _links: writeJson({
        self,
        members: `${self}/members`,
        records: `${self}/records`,
        collections: `${self}/collections`,
        templates: `${self}/templates`,
        revisions: `${self}/revisions`,
        view: `${links.web}/groups/${row.id}`,
      }),
      // Clients append a user's id to `add_member`.
      _actions: writeJson({ edit: self, delete: self, add_member: `${self}/members` }),
    },
  );
}
