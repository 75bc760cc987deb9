import type { TemplateType } from '@cairn/contract';
import { type JsonText, jsonText, writeJson, writeObject } from '../kernel/index.ts';
import { type Parts, type ResourceRow, sharedValues } from '../kinds/index.ts';

/** A template's own columns; `data` is JSON text. */
export type TemplateColumns = { type: TemplateType; data: string };

/** The answer for one template (resources 1.4). Stored data goes out as the text it was stored as. */
export function presentTemplate(row: ResourceRow & TemplateColumns, { links, creator }: Parts): JsonText {
  const self = `${links.api}/templates/${row.id}`;
  return writeObject(
    { ...sharedValues(row), type: row.type },
    {
      data: jsonText(row.data),
      creator,
      _links: writeJson({
        self,
        user_roles: `${self}/roles/users`,
        group_roles: `${self}/roles/groups`,
        revisions: `${self}/revisions`,
        view: `${links.web}/templates/${row.id}`,
      }),
      _actions: writeJson({
        edit: self,
        delete: self,
        add_user_role: `${self}/roles/users`,
        add_group_role: `${self}/roles/groups`,
      }),
    },
  );
}
