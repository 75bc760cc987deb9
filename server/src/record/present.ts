import { type JsonText, jsonText, writeObject } from '../kernel/index.ts';
import { type Parts, type ResourceRow, sharedValues } from '../kinds/index.ts';

/** A record's own columns; `extras` is JSON text. */
export type RecordColumns = { type: string | null; license: string | null; extras: string };

/** The answer for one record (resources 1.2). Stored metadata goes out as the text it was stored as. */
export function presentRecord(row: ResourceRow & RecordColumns, { links, creator, removeLink }: Parts): JsonText {
  const self = `${links.api}/records/${row.id}`;
  return writeObject(
    { ...sharedValues(row), type: row.type, license: row.license, tags: row.tags },
    {
      extras: jsonText(row.extras),
      creator,
      _links: recordLinks(self, `${links.web}/records/${row.id}`),
      _actions: recordActions(self, removeLink),
    },
  );
}

// Both addresses come from settings and numbers and hold nothing that JSON would escape.
function recordLinks(self: string, view: string): JsonText {
  return jsonText(
    `{"self":"${self}","files":"${self}/files","download_files":"${self}/files/download","uploads":"${self}/uploads"` +
      `,"collections":"${self}/collections","records_to":"${self}/records?direction=out"` +
      `,"records_from":"${self}/records?direction=in","user_roles":"${self}/roles/users"` +
      `,"group_roles":"${self}/roles/groups","revisions":"${self}/revisions"` +
      `,"file_revisions":"${self}/files/revisions","view":"${view}"}`,
  );
}

function recordActions(self: string, removeLink: string | undefined): JsonText {
  return jsonText(
    `{"edit":"${self}","delete":"${self}","new_upload":"${self}/uploads","link_record":"${self}/records"` +
      `,"link_collection":"${self}/collections","add_user_role":"${self}/roles/users"` +
      `,"add_group_role":"${self}/roles/groups"${removeLink ? `,"remove_link":"${removeLink}"` : ''}}`,
  );
}
