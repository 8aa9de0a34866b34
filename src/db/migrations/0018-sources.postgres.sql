-- Calendars that are read again at an interval, for PostgreSQL. The file for SQLite beside it makes the same.

-- "name" is the source of the records, in which their external ids are unique. "every" is in seconds. "options" has what an import is asked
-- for, as JSON, and "vanished" what becomes of an event that is no longer there. "state" is "active", "failing", "waiting" for somebody to
-- confirm that most events are gone, or "stopped" after too many failures; "message" says why. "etag" and "last_modified" are those of the
-- last answer. "lease_utc" is when the process that reads it was alive last.
create table source (
  id bigint primary key default next_id('source'),
  user_id bigint not null,
  url text collate "C" not null,
  name text collate "C" not null,
  every bigint not null,
  options text collate "C" not null,
  vanished text collate "C" not null,
  state text collate "C" not null,
  message text collate "C" not null,
  etag text collate "C" not null,
  last_modified text collate "C" not null,
  failures bigint not null,
  is_confirmed integer not null,
  created_utc text collate "C" not null,
  next_utc text collate "C" not null,
  lease_utc text collate "C"
);

create unique index source_name on source (name);
create index source_next on source (next_utc);
create index import_source on import (source_id, id) where source_id is not null;
