-- Calendars that are read again at an interval, for SQLite. The file for PostgreSQL beside it makes the same.

-- "name" is the source of the records, in which their external ids are unique. "every" is in seconds. "options" has what an import is asked
-- for, as JSON, and "vanished" what becomes of an event that is no longer there. "state" is "active", "failing", "waiting" for somebody to
-- confirm that most events are gone, or "stopped" after too many failures; "message" says why. "etag" and "last_modified" are those of the
-- last answer. "lease_utc" is when the process that reads it was alive last.
create table source (
  id integer primary key autoincrement,
  user_id integer not null,
  url text not null,
  name text not null,
  every integer not null,
  options text not null,
  vanished text not null,
  state text not null,
  message text not null,
  etag text not null,
  last_modified text not null,
  failures integer not null,
  is_confirmed integer not null,
  created_utc text not null,
  next_utc text not null,
  lease_utc text
);

create unique index source_name on source (name);
create index source_next on source (next_utc);
create index import_source on import (source_id, id) where source_id is not null;
