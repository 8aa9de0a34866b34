-- History, for SQLite: what was done to records and their versions, notes of reviews, and imports over the network. The file for
-- PostgreSQL beside it makes the same tables.

-- "record_id" is the id of an event, a venue or an organizer, or of the term where "kind" is category or tag; it may be gone. "user_id"
-- is 0 where nobody did it. "changed" are names of fields with commas between them. "payload" is a version of the record as JSON,
-- which sent back restores it; null where none is kept. An empty "action" is the version before the first change that was recorded.
create table revision (
  id integer primary key autoincrement,
  record_id integer not null,
  kind text not null,
  user_id integer not null,
  date_utc text not null,
  action text not null,
  title text not null,
  changed text not null,
  payload text
);

create index revision_version on revision (record_id, id) where payload is not null;
create index revision_activity on revision (id) where action <> '';
create index revision_user on revision (user_id, id) where action <> '';
create index revision_kind on revision (kind, id) where action <> '';
create index revision_action on revision (action, id) where action <> '';

-- What reviewers decided on an event. "is_open" is 1 for the note of a returned event until its author submits it again.
create table review (
  id integer primary key autoincrement,
  event_id integer not null references event (id) on delete cascade,
  user_id integer not null,
  date_utc text not null,
  decision text not null,
  note text not null,
  is_open integer not null
);

create index review_event on review (event_id, id);
create index review_open on review (event_id) where is_open = 1;

-- Imports over the network. "done" counts the lines that were read; "faults" is a list as JSON.
create table import (
  id integer primary key autoincrement,
  user_id integer not null,
  state text not null,
  lines integer not null,
  done integer not null,
  created integer not null,
  unchanged integer not null,
  failed integer not null,
  faults text not null,
  message text not null,
  created_utc text not null,
  started_utc text,
  finished_utc text,
  beat_utc text,
  result text
);

create index import_state on import (state, id);

-- The events, venues and organizers that an import has created, by which it is undone; "modified_utc" tells those that nobody has edited.
create table import_record (
  import_id integer not null references import (id) on delete cascade,
  record_id integer not null references record (id) on delete cascade,
  modified_utc text not null,
  primary key (import_id, record_id)
) without rowid;

create index import_record_record on import_record (record_id);
