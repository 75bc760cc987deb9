import { type JsonText, writeJson, writeObject } from '../kernel/index.ts';
import { type Parts, type ResourceRow, sharedValues } from '../kinds/index.ts';

/** The answer for one group (resources 1.5). */
export function presentGroup(row: ResourceRow, { links, creator }: Parts): JsonText {
  const self = `${links.api}/groups/${row.id}`;
  return writeObject(sharedValues(row), {
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
  });
}
