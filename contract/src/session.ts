import { z } from 'zod';
import { body } from './body.ts';
import { Timestamp, text } from './fields.ts';
import { LIMITS } from './limits.ts';
import { ALL_SCOPES } from './scopes.ts';
import { User } from './user.ts';

/** Internal endpoints of the web interface; not part of API v1. */

export const Session = z
  .strictObject({
    user: User.nullable(),
    csrf_token: z.string().nullable(),
    setup: z.boolean().meta({ description: 'True while no administrator exists.' }),
    version: z.string(),
  })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof Session>;

export const Username = text({
  min: LIMITS.username.min,
  max: LIMITS.username.max,
  lower: true,
  pattern: {
    regex: /^[a-z0-9]([-_]?[a-z0-9]+)*$/,
    message: 'Must be lower-case letters and digits, with single "-" or "_" between.',
  },
});
export const Email = text({
  max: LIMITS.email,
  pattern: { regex: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, message: 'Must be an e-mail address.' },
});
export const DisplayName = text({ max: LIMITS.displayName, white: 'normalize' });

// Passwords are taken as typed: no normalisation.
export const Password = z
  .string({ error: 'Must be a string.' })
  .min(LIMITS.password.min, { error: `Must have at least ${LIMITS.password.min} characters.` })
  .max(LIMITS.password.max, { error: `Must have at most ${LIMITS.password.max} characters.` });

export const LogIn = body({
  username: text({ max: 1024, min: 0 }),
  password: z.string({ error: 'Must be a string.' }).max(LIMITS.password.max, { error: 'Is too long.' }),
});

export const Setup = body({
  token: z.string().max(256),
  username: Username,
  displayname: DisplayName,
  email: Email.nullable().optional(),
  password: Password,
});

export const PersonalToken = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    scopes: z.array(z.string()),
    created_at: Timestamp,
    expires_at: Timestamp.nullable(),
    last_used: Timestamp.nullable(),
    is_expired: z.boolean(),
  })
  .meta({ id: 'PersonalToken' });
export type PersonalToken = z.infer<typeof PersonalToken>;

export const PersonalTokens = z.strictObject({ items: z.array(PersonalToken) });
export const NewPersonalToken = PersonalToken.extend({ token: z.string() }).meta({ id: 'NewPersonalToken' });

export const PersonalTokenCreate = body({
  name: text({ max: LIMITS.tokenName, white: 'normalize' }),
  scopes: z.array(z.enum(ALL_SCOPES as [string, ...string[]], { error: 'Unknown scope.' })).default([]),
  expires_at: z.iso
    .datetime({ offset: true, error: 'Must be a date and time with an offset.' })
    .nullable()
    .default(null),
});
