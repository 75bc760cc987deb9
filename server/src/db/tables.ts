import type { Kind, SystemRole } from '@cairn/contract';
import type { Generated, GeneratedAlways } from 'kysely';

/** Rows as the database gives them: timestamps in wire form, `json` columns as text. Writing takes the same. */
type Moment = Generated<string>;

export interface Tables {
  app_user: {
    id: GeneratedAlways<number>;
    displayname: string;
    orcid: string | null;
    state: Generated<'active' | 'inactive' | 'deleted'>;
    system_role: Generated<SystemRole>;
    is_sysadmin: Generated<boolean>;
    identity_id: number | null;
    created_at: Moment;
    last_modified: Moment;
  };
  identity: {
    id: GeneratedAlways<number>;
    user_id: number;
    type: 'local' | 'ldap' | 'oidc' | 'shib';
    username: string;
    email: string | null;
    email_confirmed: Generated<boolean>;
    email_public: Generated<boolean>;
    password_hash: string | null;
    last_login: string | null;
    created_at: Moment;
  };
  session: {
    hash: Buffer;
    user_id: number;
    identity_id: number;
    csrf_token: string;
    user_agent: string;
    created_at: Moment;
    last_used: Moment;
    expires_at: string;
  };
  personal_token: {
    id: GeneratedAlways<number>;
    user_id: number;
    name: string;
    hash: Buffer;
    scopes: string[];
    expires_at: string | null;
    created_at: Moment;
    last_used: string | null;
  };
  setting: { name: string; value: unknown };
  rate_count: { key: string; window_start: string; count: number };
  resource: {
    id: GeneratedAlways<number>;
    kind: Kind;
    identifier: string;
    title: string;
    description: string;
    plain_description: string;
    visibility: 'private' | 'public';
    state: Generated<'active' | 'deleted' | 'purged'>;
    creator_id: number;
    tags: string[];
    created_at: Moment;
    last_modified: Moment;
    changed: GeneratedAlways<string>;
  };
  resource_words: { id: number; name_text: string; name_words: string; text_words: string };
  tag: { name: string };
  record: { id: number; type: string | null; license: string | null; extras: string };
  role: {
    id: GeneratedAlways<number>;
    resource_id: number;
    user_id: number | null;
    group_id: number | null;
    name: string;
    created_at: Moment;
  };
  revision: {
    id: GeneratedAlways<number>;
    resource_id: number;
    user_id: number | null;
    timestamp: Moment;
    data: unknown;
  };
  record_link: {
    id: GeneratedAlways<number>;
    from_id: number;
    to_id: number;
    name: string;
    term: string | null;
    creator_id: number;
    created_at: Moment;
    last_modified: Moment;
  };
  collection: { id: number; parent_id: number | null };
  template: { id: number; type: 'record' | 'extras'; data: string };
  app_group: { id: number };
  collection_record: { collection_id: number; record_id: number };
}
