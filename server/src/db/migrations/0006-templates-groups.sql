-- Templates and groups. Both are resources; their own tables make them kinds like the others, with one join for all.

create table template (
  id int primary key references resource (id) on delete cascade,
  type text not null check (type in ('record', 'extras')),
  -- JSON text as it is answered (floats keep their point), spliced into answers without being parsed.
  data json not null
);

-- All that a group is lies in `resource` and `role`.
create table app_group (id int primary key references resource (id) on delete cascade);
insert into app_group (id) select id from resource where kind = 'group';
