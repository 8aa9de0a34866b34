-- The ids that records have in other systems, for SQLite. The file for PostgreSQL beside it makes the same.

-- "source" names the other system, and "external_id" is the id there; both are empty for records without one.
alter table event add column source text not null default '';
alter table event add column external_id text not null default '';
alter table venue add column source text not null default '';
alter table venue add column external_id text not null default '';
alter table organizer add column source text not null default '';
alter table organizer add column external_id text not null default '';

-- All occurrences of a series have the same id, so that no index can make those of events unique: the writes do.
create index event_external on event (external_id, source) where external_id <> '';
create unique index venue_external on venue (external_id, source) where external_id <> '';
create unique index organizer_external on organizer (external_id, source) where external_id <> '';

-- Lists of what comes from a source, in their order.
create index event_source on event (source, status, start_utc, id) where source <> '' and hide_from_listings = 0;
create index venue_source on venue (source, status, date, id) where source <> '';
create index organizer_source on organizer (source, status, date, id) where source <> '';
