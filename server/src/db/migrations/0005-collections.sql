-- Collections: groupings of records, nested as trees. Membership is a table of its own that is read from both sides.

create table collection (
  id int primary key references resource (id) on delete cascade,
  -- At most one parent; that no cycle arises is made sure under a lock (links room), no constraint can say it.
  parent_id int references collection (id) on delete set null,
  check (parent_id <> id)
);
create index collection_parent on collection (parent_id) where parent_id is not null;

create table collection_record (
  collection_id int not null references collection (id) on delete cascade,
  record_id int not null references record (id) on delete cascade,
  primary key (collection_id, record_id)
);
create index collection_record_of on collection_record (record_id, collection_id);

-- The same link can be there once.
create unique index record_link_once on record_link (from_id, to_id, name);
