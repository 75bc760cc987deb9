-- Files, their uploads, and where their content is. Content (`blob`) is kept apart from what refers to it: a file is
-- replaced by pointing it to another blob, in one statement, and the old one stays for a while behind its revision.

-- The content of one version of a file, in the order of its parts. It has the id of the upload that brought it.
create table blob (
  id uuid primary key,
  size bigint not null,
  -- When it became the content of a file; null while it is uploaded.
  completed_at timestamptz,
  -- From when on it is removed; null while something needs it.
  remove_at timestamptz
);
create index blob_removal on blob (remove_at) where remove_at is not null;

-- A part that is complete and on disk. Each attempt to send it has a name of its own; this row says which one counts.
create table blob_part (
  blob_id uuid not null references blob (id) on delete cascade,
  index int not null,
  part text not null,
  size bigint not null,
  checksum text not null,
  primary key (blob_id, index)
);

create table file (
  id uuid primary key,
  record_id int not null references resource (id),
  name text not null collate "C",
  description text not null default '',
  mimetype text not null,
  magic_mimetype text,
  size bigint not null,
  checksum text not null,
  -- inactive: deleted by a user, content still there; deleted: content removed, row kept for its revisions.
  state text not null default 'active' check (state in ('active', 'inactive', 'deleted')),
  blob_id uuid references blob (id),
  creator_id int not null references app_user (id),
  created_at timestamptz not null default now(),
  last_modified timestamptz not null default now()
);
create unique index file_name on file (record_id, name) where state = 'active';
create index file_recent on file (record_id, state, last_modified, id);
create index file_created on file (record_id, created_at, id) where state = 'active';
create index file_size on file (record_id, size, id) where state = 'active';
create index file_mimetype on file (mimetype, record_id) where state = 'active';
create index file_blob on file (blob_id);

create table upload (
  id uuid primary key references blob (id),
  record_id int not null references resource (id),
  -- The file whose content is replaced; null for a new one.
  file_id uuid references file (id),
  name text not null,
  size bigint not null,
  description text,
  mimetype text,
  checksum text,
  upload_type text not null check (upload_type in ('direct', 'chunked')),
  chunk_size bigint not null,
  chunk_count int not null,
  state text not null default 'active' check (state in ('active', 'processing', 'inactive')),
  -- The task that finishes a chunked upload; null before, and for direct uploads.
  task_state text check (task_state in ('pending', 'running', 'revoked', 'success', 'failure')),
  task_error text,
  task_file_id uuid,
  creator_id int not null references app_user (id),
  created_at timestamptz not null default now(),
  last_modified timestamptz not null default now()
);
create index upload_pending on upload (creator_id, record_id) where state <> 'inactive';
create index upload_idle on upload (state, last_modified);
create index upload_record on upload (record_id);
create index upload_file on upload (file_id) where file_id is not null;

create table file_revision (
  id int generated always as identity primary key,
  file_id uuid not null references file (id),
  record_id int not null references resource (id),
  user_id int references app_user (id),
  timestamp timestamptz not null default clock_timestamp(),
  data jsonb not null,
  -- The content at that moment, for as long as it is kept.
  blob_id uuid references blob (id) on delete set null
);
create index file_revision_record on file_revision (record_id, id desc);
create index file_revision_file on file_revision (file_id, id desc);
create index file_revision_blob on file_revision (blob_id);

-- Bytes that the active files of each user take, as additions and subtractions: appending them never makes uploads of
-- one user wait for each other, as one counter would. The hourly clean-up adds them up, so a sum reads few rows.
create table storage_use (user_id int not null references app_user (id) on delete cascade, bytes bigint not null);
create index storage_use_user on storage_use (user_id) include (bytes);

create function file_note_use() returns trigger language plpgsql as $$
declare
  before bigint := 0;
  after bigint := 0;
begin
  if tg_op <> 'INSERT' and old.state = 'active' then before := old.size; end if;
  if tg_op <> 'DELETE' and new.state = 'active' then after := new.size; end if;
  if before <> after then
    insert into storage_use (user_id, bytes) values (coalesce(new.creator_id, old.creator_id), after - before);
  end if;
  return null;
end $$;
create trigger file_note_use after insert or delete or update of size, state on file
  for each row execute function file_note_use();
