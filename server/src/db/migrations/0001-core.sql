-- The core: users and their log-ins, resources of all four kinds, roles, revisions.
-- One table `resource` carries what the kinds share, so that rights, roles, trash, revisions and search are each
-- one table with real foreign keys and one SQL expression.

create extension if not exists pg_trgm;

create table app_user (
  id int generated always as identity primary key,
  displayname text not null,
  orcid text,
  state text not null default 'active' check (state in ('active', 'inactive', 'deleted')),
  system_role text not null default 'member' check (system_role in ('admin', 'member', 'guest')),
  is_sysadmin boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  last_modified timestamptz not null default clock_timestamp()
);
create index app_user_created_at on app_user (created_at desc, id desc);

create table identity (
  id int generated always as identity primary key,
  user_id int not null references app_user (id) on delete cascade,
  type text not null check (type in ('local', 'ldap', 'oidc', 'shib')),
  username text not null,
  email text,
  email_confirmed boolean not null default false,
  email_public boolean not null default false,
  password_hash text,
  last_login timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  unique (type, username)
);
create index identity_user on identity (user_id);
-- The identity that answers show: the one used for the last log-in.
alter table app_user add column identity_id int references identity (id) deferrable initially deferred;

create table session (
  hash bytea primary key,
  user_id int not null references app_user (id) on delete cascade,
  identity_id int not null references identity (id) on delete cascade,
  csrf_token text not null,
  user_agent text not null default '',
  created_at timestamptz not null default clock_timestamp(),
  last_used timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null
);
create index session_of_user on session (user_id);

create table personal_token (
  id int generated always as identity primary key,
  user_id int not null references app_user (id) on delete cascade,
  name text not null,
  hash bytea not null unique,
  scopes text[] not null default '{}',
  expires_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  last_used timestamptz
);
create index personal_token_user on personal_token (user_id, created_at desc);

-- Small secrets and stamps of the instance, by name.
create table setting (name text primary key, value jsonb not null);

-- Counters of callers without a log-in; nothing is lost if a crash empties them.
create unlogged table rate_count (
  key text not null,
  window_start timestamptz not null,
  count int not null,
  primary key (key, window_start)
);

create table resource (
  id int generated always as identity primary key,
  kind text not null check (kind in ('record', 'collection', 'template', 'group')),
  identifier text not null,
  title text not null,
  description text not null default '',
  plain_description text not null default '',
  visibility text not null default 'private' check (visibility in ('private', 'public')),
  state text not null default 'active' check (state in ('active', 'deleted', 'purged')),
  creator_id int not null references app_user (id),
  tags text[] not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  last_modified timestamptz not null default clock_timestamp(),
  -- The transaction that wrote this row last: tells exactly whether a remembered total still holds (access room).
  changed xid8 not null default pg_current_xact_id(),
  unique (kind, identifier)
);
create index resource_recent on resource (kind, last_modified desc, id desc) where state = 'active';
create index resource_created on resource (kind, created_at desc, id desc) where state = 'active';
create index resource_title on resource (kind, title collate "C", id) where state = 'active';
-- Exact titles come first in a search.
create index resource_exact_title on resource (kind, lower(title));
create index resource_public on resource (kind, last_modified desc, id desc) where state = 'active' and visibility = 'public';
create index resource_creator on resource (creator_id, kind, state);
create index resource_trash on resource (state, last_modified) where state <> 'active';
create index resource_changed on resource (kind, changed);
create index resource_tags on resource using gin (tags);

create function resource_note_change() returns trigger language plpgsql as $$
begin
  new.changed := pg_current_xact_id();
  return new;
end $$;
create trigger resource_note_change before update on resource for each row execute function resource_note_change();

-- What text search looks at, apart from the resource: a resource is touched by everything that happens to it, and each
-- touch would otherwise write all entries of these large indexes again.
create table resource_words (
  id int primary key references resource (id) on delete cascade,
  -- Identifier and title for substrings and typing errors.
  name_text text not null,
  -- Words as typed, and their English and German stems: of identifier and title, and of the description.
  name_words tsvector not null,
  text_words tsvector not null
);
create index resource_words_name on resource_words using gin (name_words);
create index resource_words_text on resource_words using gin (text_words);
create index resource_words_trigrams on resource_words using gin (name_text gin_trgm_ops);

create function resource_write_words() returns trigger language plpgsql as $$
begin
  insert into resource_words (id, name_text, name_words, text_words) values (
    new.id,
    lower(new.identifier || ' ' || new.title),
    to_tsvector('simple', translate(new.identifier, '-_', '  ') || ' ' || new.title)
      || to_tsvector('english', new.title) || to_tsvector('german', new.title),
    to_tsvector('simple', new.plain_description)
      || to_tsvector('english', new.plain_description) || to_tsvector('german', new.plain_description))
  on conflict (id) do update set name_text = excluded.name_text, name_words = excluded.name_words,
    text_words = excluded.text_words;
  return null;
end $$;
create trigger resource_write_words after insert or update of identifier, title, plain_description on resource
  for each row execute function resource_write_words();

-- Names of all tags ever used; which of them a caller sees is decided by the resources that carry them.
create table tag (name text primary key collate "C");

create table record (
  id int primary key references resource (id) on delete cascade,
  type text,
  license text,
  -- JSON text as it is answered (floats keep their point), spliced into answers without being parsed.
  extras json not null default '[]'
);
create index record_type on record (type);

-- A role of a user or of a group on a resource. Members of a group are users with a role on the group.
create table role (
  id int generated always as identity primary key,
  resource_id int not null references resource (id) on delete cascade,
  user_id int references app_user (id) on delete cascade,
  group_id int references resource (id) on delete cascade,
  name text not null check (name in ('member', 'collaborator', 'editor', 'admin')),
  created_at timestamptz not null default clock_timestamp(),
  check (num_nonnulls(user_id, group_id) = 1)
);
create unique index role_user on role (resource_id, user_id) include (name) where user_id is not null;
create unique index role_group on role (resource_id, group_id) include (name) where group_id is not null;
create index role_of_user on role (user_id, resource_id) include (name) where user_id is not null;
create index role_of_group on role (group_id, resource_id) include (name) where group_id is not null;

create table revision (
  id int generated always as identity primary key,
  resource_id int not null references resource (id) on delete cascade,
  user_id int references app_user (id),
  timestamp timestamptz not null default clock_timestamp(),
  data jsonb not null
);
create index revision_resource on revision (resource_id, id desc);

create table record_link (
  id int generated always as identity primary key,
  from_id int not null references record (id) on delete cascade,
  to_id int not null references record (id) on delete cascade,
  name text not null,
  term text,
  creator_id int not null references app_user (id),
  created_at timestamptz not null default clock_timestamp(),
  last_modified timestamptz not null default clock_timestamp(),
  check (from_id <> to_id)
);
create index record_link_from on record_link (from_id, last_modified desc);
create index record_link_to on record_link (to_id, last_modified desc);

-- Tell every process at once when a log-in stops holding; each keeps recently used ones in memory.
create function identity_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('cairn_identity', '');
  return null;
end $$;
create trigger personal_token_changed after delete or update of scopes, expires_at on personal_token
  for each statement execute function identity_changed();
create trigger session_changed after delete or update of expires_at on session
  for each statement execute function identity_changed();
create trigger user_changed after delete or update of displayname, orcid, state, system_role, is_sysadmin, identity_id
  on app_user for each statement execute function identity_changed();
create trigger shown_identity_changed after delete or update of username, email, email_confirmed, email_public
  on identity for each statement execute function identity_changed();
