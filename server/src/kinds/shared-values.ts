import type { ResourceRow } from './definition.ts';

/** The fields that all kinds show alike (resources 1.1), without creator and links. */
export function sharedValues(row: ResourceRow) {
  return {
    id: row.id,
    identifier: row.identifier,
    title: row.title,
    description: row.description,
    plain_description: row.plain_description,
    visibility: row.visibility,
    state: row.state,
    created_at: row.created_at,
    last_modified: row.last_modified,
  };
}
