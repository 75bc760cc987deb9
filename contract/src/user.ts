import { z } from 'zod';
import { Timestamp } from './fields.ts';
import { SYSTEM_ROLES } from './roles.ts';

const Url = z.string();

/** A way to log in (resources 1.7). The address is shown to the user and to system administrators, or if made public. */
export const Identity = z
  .strictObject({
    type: z.enum(['local', 'ldap', 'oidc', 'shib']),
    username: z.string(),
    email: z.string().nullable().optional(),
    email_confirmed: z.boolean().optional(),
  })
  .meta({ id: 'Identity' });

/** A user (resources 1.6). */
export const User = z
  .strictObject({
    id: z.int(),
    displayname: z.string(),
    orcid: z.string().nullable(),
    state: z.enum(['active', 'inactive', 'deleted']),
    identity: Identity,
    created_at: Timestamp.optional().meta({ description: 'Shown to the user and to system administrators.' }),
    is_sysadmin: z.boolean().optional().meta({ description: 'Shown to system administrators.' }),
    system_role: z.enum(SYSTEM_ROLES).optional().meta({ description: 'Shown to system administrators.' }),
    _links: z.strictObject({
      self: Url,
      identities: Url,
      records: Url,
      collections: Url,
      templates: Url,
      groups: Url,
      view: Url,
    }),
  })
  .meta({ id: 'User' });

export type Identity = z.infer<typeof Identity>;
export type User = z.infer<typeof User>;
