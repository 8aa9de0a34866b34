-- Recurring events, for SQLite. The file for PostgreSQL beside it makes the same.

-- A series of events; each of its occurrences is a row of "event". The id is one of "record", the slug is in no event. "recurrence" has the
-- lines RRULE, RDATE and EXDATE of RFC 5545, with dates as wall clocks in "timezone"; "start_date" is DTSTART. "length" is the duration of
-- an occurrence in seconds, on the wall clock for whole days. "filled_until" is the day up to which there are occurrences, empty when there
-- are no later ones.
create table series (
  id integer primary key references record (id),
  slug text not null,
  recurrence text not null,
  start_date text not null,
  timezone text not null,
  all_day integer not null,
  length integer not null,
  filled_until text not null,
  modified_utc text not null
);

create unique index series_slug on series (slug);
create index series_filled on series (filled_until) where filled_until <> '';

-- "recurrence_id" is the start that the rule gave, as a wall clock (RFC 5545); "own_fields" are the names of the fields in which the
-- occurrence differs from its series, separated by commas.
alter table event add column series_id integer references series (id);
alter table event add column recurrence_id text;
alter table event add column own_fields text not null default '';

create index event_series on event (series_id, recurrence_id) where series_id is not null;
create index event_series_start on event (series_id, status, start_utc, id) where series_id is not null and hide_from_listings = 0;
create index event_alone on event (status, start_utc, id) where series_id is null and hide_from_listings = 0;
