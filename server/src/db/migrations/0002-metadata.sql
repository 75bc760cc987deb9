-- The leaves of all extras, one row each, so that a search in them is a search in indexes. The extras themselves stay
-- the JSON text in `record`; these rows are derived from it and can be built again at any time.

-- Keys as the search sees them (outer keys and list positions joined by points). Their number stays small beside the
-- entries, so tolerant key searches look here first. Keys are never removed; an unused one costs nothing.
create table extra_key (
  id int generated always as identity primary key,
  path text not null unique
);
create index extra_key_trigrams on extra_key using gin (path gin_trgm_ops);

-- An entry whose value is null has its key only. No primary key: entries of a resource are only written as a whole.
-- key_id has no foreign key, because keys are never removed and the check would cost as much as the insert.
create table extra_entry (
  quantity double precision,
  num double precision,
  date timestamptz,
  resource_id int not null references resource (id) on delete cascade,
  key_id int not null,
  bool boolean,
  -- Kind of quantity, where the unit is known; `quantity` is then the value in its base unit, beside `num` as entered.
  dimension text collate "C",
  unit text,
  text text
);
create index extra_entry_resource on extra_entry (resource_id, key_id);
create index extra_entry_num on extra_entry (key_id, num);
create index extra_entry_quantity on extra_entry (key_id, dimension, quantity) where quantity is not null;
create index extra_entry_date on extra_entry (key_id, date) where date is not null;
create index extra_entry_text on extra_entry using gin (text gin_trgm_ops) where text is not null;
