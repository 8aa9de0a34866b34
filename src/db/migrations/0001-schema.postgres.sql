-- The first schema, for PostgreSQL: tables, indexes, triggers. The file for SQLite beside it makes the same tables.
--
-- Conventions: booleans are 0 and 1. Date-times are texts YYYY-MM-DD HH:MM:SS, which sort as instants do: columns named ..._utc are
-- in UTC, "date" and "modified" in the time zone of the site, "start_date" and "end_date" in the time zone of the event.
-- src/db/schema.ts describes the columns for the compiler.
--
-- Integers are bigint, as in SQLite. Texts have the collation "C": they are compared byte by byte, as in SQLite.

-- ================================================================================
-- Tables
-- ================================================================================

-- Ids of records, terms, users and credentials are counted here. A sequence would leave gaps where a transaction is rolled back;
-- writers wait for each other anyway.
create table counter (
  name text primary key,
  value bigint not null
);

create function next_id(counted text) returns bigint language sql as $$
  insert into counter values (counted, 1)
  on conflict (name) do update set value = counter.value + 1 returning value
$$;

-- One row for each event, venue, organizer and image: the sequence of ids that they share.
create table record (
  id bigint primary key default next_id('record'),
  kind text collate "C" not null
);

-- A series of events; each of its occurrences is a row of "event". The id is one of "record", the slug is in no event. "recurrence" has the
-- lines RRULE, RDATE and EXDATE of RFC 5545, with dates as wall clocks in "timezone"; "start_date" is DTSTART. "length" is the duration of
-- an occurrence in seconds, on the wall clock for whole days. "filled_until" is the day up to which there are occurrences, empty when there
-- are no later ones.
create table series (
  id bigint primary key references record (id),
  slug text collate "C" not null,
  recurrence text collate "C" not null,
  start_date text collate "C" not null,
  timezone text collate "C" not null,
  all_day integer not null,
  length bigint not null,
  filled_until text collate "C" not null,
  modified_utc text collate "C" not null
);

-- "title_key" is the title folded to lower case, by which namesakes are found; "is_free" follows from "cost".
-- The beginning of the title without letter case and accents: the first line of the searched text, which is the title.
-- "recurrence_id" is the start that the rule gave, as a wall clock (RFC 5545); "own_fields" are the names of the fields in which the
-- occurrence differs from its series, separated by commas.
-- Whether the event takes place as planned, and why not; where it was moved, "previous_start_utc" is its former start.
-- How it is attended: on the spot, online, or both.
-- The offers as JSON, empty for none, and the best availability that one of them has.
-- "source" names the other system, and "external_id" is the id there; both are empty for records without one.
-- The submission from which an event comes: all its dates have it, also where a series is divided or left.
create table event (
  id bigint primary key references record (id),
  author_id bigint not null,
  status text collate "C" not null,
  trashed_from text collate "C" not null default '',
  date text collate "C" not null,
  date_utc text collate "C",
  modified text collate "C" not null,
  modified_utc text collate "C" not null,
  title text collate "C" not null,
  title_key text collate "C" not null,
  slug text collate "C" not null,
  description text collate "C" not null,
  excerpt text collate "C" not null,
  image_id bigint,
  all_day bigint not null,
  start_date text collate "C" not null,
  end_date text collate "C" not null,
  start_utc text collate "C" not null,
  end_utc text collate "C" not null,
  timezone text collate "C" not null,
  timezone_abbr text collate "C" not null,
  cost text collate "C" not null,
  website text collate "C",
  show_map bigint not null,
  show_map_link bigint not null,
  hide_from_listings bigint not null,
  sticky bigint not null,
  featured bigint not null,
  parent_id bigint references event (id) on delete set null,
  is_free bigint not null default 0,
  title_order text collate "C" not null default '',
  series_id bigint references series (id),
  recurrence_id text collate "C",
  own_fields text collate "C" not null default '',
  event_status text collate "C" not null default 'scheduled',
  event_status_reason text collate "C" not null default '',
  previous_start_utc text collate "C",
  attendance_mode text collate "C" not null default 'offline',
  virtual_url text collate "C" not null default '',
  offers text collate "C" not null default '',
  availability text collate "C" not null default '',
  source text collate "C" not null default '',
  external_id text collate "C" not null default '',
  submission_id bigint
);

create table venue (
  id bigint primary key references record (id),
  author_id bigint not null,
  status text collate "C" not null,
  trashed_from text collate "C" not null default '',
  date text collate "C" not null,
  date_utc text collate "C",
  modified text collate "C" not null,
  modified_utc text collate "C" not null,
  title text collate "C" not null,
  title_key text collate "C" not null,
  slug text collate "C" not null,
  description text collate "C" not null,
  excerpt text collate "C" not null,
  image_id bigint,
  address text collate "C" not null,
  city text collate "C" not null,
  country text collate "C" not null,
  province text collate "C" not null,
  state text collate "C" not null,
  stateprovince text collate "C" not null,
  zip text collate "C" not null,
  phone text collate "C" not null,
  website text collate "C" not null,
  geo_lat double precision,
  geo_lng double precision,
  show_map bigint not null,
  show_map_link bigint not null,
  title_order text collate "C" not null default '',
  source text collate "C" not null default '',
  external_id text collate "C" not null default ''
);

create table organizer (
  id bigint primary key references record (id),
  author_id bigint not null,
  status text collate "C" not null,
  trashed_from text collate "C" not null default '',
  date text collate "C" not null,
  date_utc text collate "C",
  modified text collate "C" not null,
  modified_utc text collate "C" not null,
  title text collate "C" not null,
  title_key text collate "C" not null,
  slug text collate "C" not null,
  description text collate "C" not null,
  excerpt text collate "C" not null,
  image_id bigint,
  phone text collate "C" not null,
  website text collate "C" not null,
  email text collate "C" not null,
  title_order text collate "C" not null default '',
  source text collate "C" not null default '',
  external_id text collate "C" not null default ''
);

-- The venues and the organizers of an event, in the order of "position".
create table event_venue (
  event_id bigint not null references event (id) on delete cascade,
  venue_id bigint not null references venue (id) on delete cascade,
  position bigint not null,
  primary key (event_id, venue_id)
);

create table event_organizer (
  event_id bigint not null references event (id) on delete cascade,
  organizer_id bigint not null references organizer (id) on delete cascade,
  position bigint not null,
  primary key (event_id, organizer_id)
);

-- Categories and tags. "parent_id" is 0 for a term without a parent; "count" is the number of its published events, which
-- triggers keep.
-- The colour of a category, such as #8c2f1b; empty for none. Tags have none.
create table term (
  id bigint primary key default next_id('term'),
  taxonomy text collate "C" not null,
  name text collate "C" not null,
  name_key text collate "C" not null,
  slug text collate "C" not null,
  description text collate "C" not null,
  parent_id bigint not null default 0,
  count bigint not null default 0,
  search_text text collate "C" not null,
  color text collate "C" not null default ''
);

-- The terms of an event.
create table event_term (
  term_id bigint not null references term (id) on delete cascade,
  event_id bigint not null references event (id) on delete cascade,
  primary key (term_id, event_id)
);

-- The image library. "path" is the file of the full size; "sizes" are the other sizes as JSON.
create table image (
  id bigint primary key references record (id),
  author_id bigint not null,
  date text collate "C" not null,
  date_utc text collate "C" not null,
  modified text collate "C" not null,
  modified_utc text collate "C" not null,
  title text collate "C" not null,
  caption text collate "C" not null,
  alt_text text collate "C" not null,
  description text collate "C" not null,
  path text collate "C" not null,
  mime_type text collate "C" not null,
  width bigint not null,
  height bigint not null,
  filesize bigint not null,
  sizes text collate "C" not null,
  source_url text collate "C"
);

-- Files of images, where the settings say that they are kept in the database.
create table media_file (
  path text collate "C" primary key,
  size bigint not null
);

create table media_chunk (
  path text collate "C" not null references media_file (path) on delete cascade,
  position bigint not null,
  bytes bytea not null,
  primary key (path, position)
);

-- What searches look at: the folded texts of the searchable fields of a record, with U+2028 between them.
create table search_text (
  record_id bigint primary key references record (id) on delete cascade,
  text text collate "C" not null
);

-- "display_key" is the shown name folded to lower case, by which lists are ordered; "slug" is unique.
create table "user" (
  id bigint primary key default next_id('user'),
  name text collate "C" not null,
  name_key text collate "C" not null,
  email text collate "C" not null,
  role text collate "C" not null,
  password_hash text collate "C",
  created_utc text collate "C" not null,
  slug text collate "C" not null default '',
  display_name text collate "C" not null default '',
  display_key text collate "C" not null default '',
  first_name text collate "C" not null default '',
  last_name text collate "C" not null default '',
  url text collate "C" not null default '',
  description text collate "C" not null default ''
);

-- Application passwords.
-- An application password is named by its "uuid"; "app_id" is that of the program, where it has sent one.
create table credential (
  id bigint primary key default next_id('credential'),
  user_id bigint not null references "user" (id) on delete cascade,
  label text collate "C" not null,
  secret_hash text collate "C" not null,
  created_utc text collate "C" not null,
  uuid text collate "C" not null default '',
  app_id text collate "C" not null default ''
);

-- Browsers that are logged in.
-- "client" describes the browser in a few words.
create table session (
  token_hash text collate "C" primary key,
  user_id bigint not null references "user" (id) on delete cascade,
  created_utc text collate "C" not null,
  expires_utc text collate "C" not null,
  uuid text collate "C" not null default '',
  used_utc text collate "C",
  client text collate "C" not null default ''
);

-- Answers to requests with an Idempotency-Key, which are given again when the request is repeated.
create table idempotency (
  user_id bigint not null,
  key text collate "C" not null,
  fingerprint text collate "C" not null,
  status bigint not null,
  location text collate "C" not null,
  etag text collate "C" not null,
  body text collate "C" not null,
  created_utc text collate "C" not null,
  primary key (user_id, key)
);

-- Failed attempts to log in, which all processes count together.
create table throttle (
  key_hash text collate "C" primary key,
  level double precision not null,
  failed_ms bigint not null
);

create table setting (
  name text collate "C" primary key,
  value text collate "C" not null
);

-- When an application password was used last. It has a table of its own: a change of "credential" makes every process forget whom it knows.
create table credential_use (
  credential_id bigint primary key references credential (id) on delete cascade,
  used_utc text collate "C" not null
);

-- A link that is used once. "role" and "email" are those of the user whom an invitation creates; the other kinds name a user. Without
-- "expires_utc" it lasts until it is used.
create table link (
  id bigint primary key default next_id('link'),
  token_hash text collate "C" not null,
  kind text collate "C" not null,
  role text collate "C" not null,
  email text collate "C" not null,
  user_id bigint references "user" (id) on delete cascade,
  created_utc text collate "C" not null,
  expires_utc text collate "C"
);

-- What was done to records, and their versions.
-- "record_id" is the id of an event, a venue or an organizer, or of the term where "kind" is category or tag; it may be gone. "user_id"
-- is 0 where nobody did it. "changed" are names of fields with commas between them. "payload" is a version of the record as JSON,
-- which sent back restores it; null where none is kept. An empty "action" is the version before the first change that was recorded.
-- The ids of the history come from a sequence: a counter that is raised for each row of an import slows it down.
create table revision (
  id bigint generated by default as identity primary key,
  record_id bigint not null,
  kind text collate "C" not null,
  user_id bigint not null,
  date_utc text collate "C" not null,
  action text collate "C" not null,
  title text collate "C" not null,
  changed text collate "C" not null,
  payload text collate "C"
);

-- What reviewers decided on an event. "is_open" is 1 for the note of a returned event until its author submits it again.
create table review (
  id bigint primary key default next_id('review'),
  event_id bigint not null references event (id) on delete cascade,
  user_id bigint not null,
  date_utc text collate "C" not null,
  decision text collate "C" not null,
  note text collate "C" not null,
  is_open bigint not null
);

-- Imports over the network. "done" counts the lines that were read; "faults" is a list as JSON.
-- "file_name" is empty where the client has sent none. "undo_user_id" is who has asked to undo the import.
-- "format" names the reader of the file, and "options" has what else was asked for, as JSON. "report" has the counts of each kind of record,
-- and the first records of a dry run, as JSON. "source_id" names the source that was read.
create table import (
  id bigint primary key default next_id('import'),
  user_id bigint not null,
  state text collate "C" not null,
  lines bigint not null,
  done bigint not null,
  created bigint not null,
  unchanged bigint not null,
  failed bigint not null,
  faults text collate "C" not null,
  message text collate "C" not null,
  created_utc text collate "C" not null,
  started_utc text collate "C",
  finished_utc text collate "C",
  beat_utc text collate "C",
  result text collate "C",
  file_name text collate "C" not null default '',
  undo_user_id bigint,
  format text collate "C" not null default 'ndjson',
  options text collate "C" not null default '{}',
  updated bigint not null default 0,
  skipped bigint not null default 0,
  report text collate "C" not null default '{}',
  source_id bigint
);

-- The events, venues and organizers that an import has created, by which it is undone; "modified_utc" tells those that nobody has edited.
-- "revision_id" is the last entry of the history that the import itself has made: a later one of the record is a change by somebody.
create table import_record (
  import_id bigint not null references import (id) on delete cascade,
  record_id bigint not null references record (id) on delete cascade,
  modified_utc text collate "C" not null,
  revision_id bigint not null default 0,
  primary key (import_id, record_id)
);

-- Who "subject" is at "issuer" (OpenID Connect Core 1.0, 5.7): neither a name nor an e-mail address is for ever one person's.
create table identity (
  issuer text collate "C" not null,
  subject text collate "C" not null,
  user_id bigint not null references "user" (id) on delete cascade,
  created_utc text collate "C" not null,
  primary key (issuer, subject)
);

-- What the server notes for itself. Unlike a setting, no page shows it, so no cached response depends on it.
create table note (
  name text collate "C" primary key,
  value text collate "C" not null
);

-- The categories and tags that an import has created. A row goes when the import is undone, whether its term is removed or stays.
create table import_term (
  import_id bigint not null references import (id) on delete cascade,
  term_id bigint not null references term (id) on delete cascade,
  primary key (import_id, term_id)
);

-- Who submitted an event. "state" is "unconfirmed" until the link in a message was followed, then "open", and "withdrawn" at the end.
-- "payload" is what was sent, as JSON; "event_id" names the event that was made of it, which may be gone. "network_hash"
-- counts the submissions of a network, and is emptied after a day. "picture" is the file in its full size, and "preview" in a small one.
-- "was_taken" is 1 once an event of the submission was public or private: then it belongs to those who look after the calendar, and its
-- person can no longer withdraw it. "replaces_id" names the submission that was sent back and is sent again by this one.
-- "is_told" is 1 once the person who submitted an event was told that it is public, or need not be told any more.
create table submission (
  id bigint primary key default next_id('submission'),
  token_hash text collate "C" not null,
  state text collate "C" not null,
  is_confirmed integer not null,
  name text collate "C" not null,
  email text collate "C" not null,
  language text collate "C" not null,
  network_hash text collate "C" not null,
  created_utc text collate "C" not null,
  payload text collate "C" not null,
  event_id bigint,
  picture_name text collate "C" not null,
  picture bytea,
  preview bytea,
  was_taken integer not null default 0,
  replaces_id bigint,
  is_told integer not null default 0
);

-- The record of this calendar that a record of a source became. "external_id" is its id there, or "#" and a hash of its content where it
-- has none. "hash" tells whether it has changed there, and "modified_utc", when the import wrote it last, whether it was edited here since.
-- "seen_run" is the last run of an import that has met it.
create table import_item (
  source text collate "C" not null,
  kind text collate "C" not null,
  external_id text collate "C" not null,
  record_id bigint not null,
  hash text collate "C" not null,
  modified_utc text collate "C" not null,
  seen_run bigint not null,
  primary key (source, kind, external_id)
);

-- Calendars that are read again at an interval.
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

-- The slugs that lead to a record besides its own.
-- "kind" is event, venue, organizer, category or tag; "record_id" is the id of the record, of the term, or of the series. The slugs of one
-- record are numbered as they were given up; those of records that were merged into it have the position 0.
create table former_slug (
  kind text collate "C" not null,
  slug text collate "C" not null,
  record_id bigint not null,
  position bigint not null default 0,
  primary key (kind, slug)
);

-- ================================================================================
-- Indexes
-- ================================================================================

-- Events: by slug, namesake, publication date and author, and the scheduled ones by their moment of publication.
create unique index event_slug on event (slug);
create index event_title_key on event (title_key);
create index event_status_date on event (status, date, id);
create index event_date on event (date, id);
create index event_author on event (author_id, status);
create index event_scheduled on event (date_utc) where status = 'future';
create index event_status_end on event (status, end_utc);
create index event_image on event (image_id) where image_id is not null;

-- Events in the order of lists. The end is in the index so that events which began earlier and still go on are found without
-- reading rows. No list shows hidden events, but they count as events of their venues and organizers.
create index event_listed on event (status, start_utc, id, end_utc) where hide_from_listings = 0;
create index event_featured on event (status, start_utc, id) where featured = 1 and hide_from_listings = 0;
create index event_parent on event (parent_id, status, start_utc, id) where parent_id is not null;
create index event_hidden on event (status, start_utc, id) where hide_from_listings = 1;
create index event_free on event (is_free, status, start_utc, id, end_utc) where hide_from_listings = 0;

-- Programs that copy what is new order lists below wp/v2 by the last change.
create index event_modified on event (modified_utc, id);

-- Venues and organizers, as events.
create unique index venue_slug on venue (slug);
create index venue_title_key on venue (title_key);
create index venue_status_date on venue (status, date, id);
create index venue_date on venue (date, id);
create index venue_author on venue (author_id, status);
create index venue_scheduled on venue (date_utc) where status = 'future';
create index venue_geo on venue (geo_lat, geo_lng);
create index venue_image on venue (image_id) where image_id is not null;
create index venue_modified on venue (modified_utc, id);

create unique index organizer_slug on organizer (slug);
create index organizer_title_key on organizer (title_key);
create index organizer_status_date on organizer (status, date, id);
create index organizer_date on organizer (date, id);
create index organizer_author on organizer (author_id, status);
create index organizer_scheduled on organizer (date_utc) where status = 'future';
create index organizer_image on organizer (image_id) where image_id is not null;
create index organizer_modified on organizer (modified_utc, id);

-- Links, from the side that the primary key does not begin with.
create index event_venue_venue on event_venue (venue_id, event_id);
create index event_organizer_organizer on event_organizer (organizer_id, event_id);
create index event_term_event on event_term (event_id, term_id);

create unique index term_slug on term (taxonomy, slug);
create index term_name on term (taxonomy, name_key, id);
create index term_parent on term (parent_id) where parent_id <> 0;

create unique index image_path on image (path);
create unique index image_source on image (source_url) where source_url is not null;
create index image_date on image (date_utc, id);
create index image_author on image (author_id, date_utc, id);
create index image_modified on image (modified_utc, id);

create unique index user_name on "user" (name_key);
create unique index user_email on "user" (email) where email <> '';
create unique index credential_secret on credential (secret_hash);
create index credential_user on credential (user_id);
create index session_expires on session (expires_utc);
create index idempotency_created on idempotency (created_utc);
create index throttle_failed on throttle (failed_ms);

-- Users who were removed keep a row, since records keep the id of their author. No list shows them.
create unique index user_slug on "user" (slug);
create index user_listed on "user" (id) where role <> 'removed';
create index user_listed_name on "user" (display_key, id) where role <> 'removed';
create index user_listed_created on "user" (created_utc, id) where role <> 'removed';
create index user_listed_email on "user" (email, id) where role <> 'removed';
create index user_listed_role on "user" (role, id) where role <> 'removed';

create unique index credential_uuid on credential (uuid);

create unique index session_uuid on session (uuid);
create index session_of_user on session (user_id, created_utc);

create unique index link_token on link (token_hash);
create index link_of_user on link (user_id);

create index revision_version on revision (record_id, id) where payload is not null;
create index revision_activity on revision (id) where action <> '';
create index revision_user on revision (user_id, id) where action <> '';
create index revision_kind on revision (kind, id) where action <> '';
create index revision_action on revision (action, id) where action <> '';

create index review_event on review (event_id, id);
create index review_open on review (event_id) where is_open = 1;

create index import_state on import (state, id);

create index import_record_record on import_record (record_id);

create index identity_of_user on identity (user_id);

create index import_term_term on import_term (term_id);

-- Events in every other order than that of their start. The indexes hold what most lists are narrowed by, so that the rows of events which
-- are passed over are not read.
create index event_in_order_start on event (start_utc, id, status, end_utc) where hide_from_listings = 0;
create index event_in_order_end on event (end_utc, id, status, start_utc) where hide_from_listings = 0;
create index event_in_order_title on event (title_order, id, status, start_utc, end_utc) where hide_from_listings = 0;
create index event_in_order_date on event (date, id, status, start_utc, end_utc) where hide_from_listings = 0;
create index event_in_order_modified on event (modified_utc, id, status, start_utc, end_utc) where hide_from_listings = 0;

-- Venues and organizers: with one status, which is what the public sees, and with several.
create index venue_status_title on venue (status, title_order, id);
create index venue_title_order on venue (title_order, id);
create index venue_status_modified on venue (status, modified_utc, id);
create index organizer_status_title on organizer (status, title_order, id);
create index organizer_title_order on organizer (title_order, id);
create index organizer_status_modified on organizer (status, modified_utc, id);

create unique index series_slug on series (slug);
create index series_filled on series (filled_until) where filled_until <> '';

create index event_series on event (series_id, recurrence_id) where series_id is not null;
create index event_series_start on event (series_id, status, start_utc, id) where series_id is not null and hide_from_listings = 0;
create index event_alone on event (status, start_utc, id) where series_id is null and hide_from_listings = 0;

-- Most events have none of this: the indexes are small.
create index event_changed on event (status, start_utc, id, event_status) where event_status <> 'scheduled' and hide_from_listings = 0;
create index event_virtual on event (status, start_utc, id, attendance_mode) where attendance_mode <> 'offline' and hide_from_listings = 0;
create index event_offered on event (status, start_utc, id, availability) where availability <> '' and hide_from_listings = 0;

create unique index submission_token on submission (token_hash);
create index submission_created on submission (created_utc);
create index submission_event on submission (event_id) where event_id is not null;
create index submission_replaces on submission (replaces_id) where replaces_id is not null;

-- All occurrences of a series have the same id, so that no index can make those of events unique: the writes do.
create index event_external on event (external_id, source) where external_id <> '';
create unique index venue_external on venue (external_id, source) where external_id <> '';
create unique index organizer_external on organizer (external_id, source) where external_id <> '';

-- Lists of what comes from a source, in their order.
create index event_source on event (source, status, start_utc, id) where source <> '' and hide_from_listings = 0;
create index venue_source on venue (source, status, date, id) where source <> '';
create index organizer_source on organizer (source, status, date, id) where source <> '';

create index import_item_record on import_item (record_id, kind);

-- Events that end on a later day than they start: calendars look for those that began years ago and still go on. The dates are in the index so
-- that SQLite, which tests the condition again, reads no rows.
create index event_long on event (status, start_utc, id, end_utc, start_date, end_date)
  where substr(end_date, 1, 10) > substr(start_date, 1, 10) and hide_from_listings = 0;

create unique index source_name on source (name);
create index source_next on source (next_utc);
create index import_source on import (source_id, id) where source_id is not null;

create index event_submission on event (submission_id) where submission_id is not null;

create index former_slug_record on former_slug (record_id, kind, position);

-- ================================================================================
-- The log of changes
-- Every process learns from it which records have changed, and so what it may not keep in memory any longer. Triggers write it, so
-- that no way of writing is forgotten. Its ids grow in the order of commits.
-- ================================================================================

-- "token" tells the log from another one with the same ids. Of an event, "first_start" and "last_start" are its starts before and
-- after the change, the earlier first, and "facets" are the lists that may show it: its venues, organizers and terms, and whether it
-- is featured, with commas between them. Null stands for any.
create table change (
  id bigint generated always as identity primary key,
  token double precision not null default (random()),
  kind text collate "C" not null,
  record_id bigint not null,
  first_start text collate "C",
  last_start text collate "C",
  facets text collate "C"
);

-- The log is never empty: there is always a last change.
insert into change (kind, record_id) values ('event', 0);

-- Ids of changes must not become visible out of their order: each writer locks the row of this table before it logs, also one that
-- writes by hand. A lock of a row is released with the savepoint in which it was taken, so that a deadlock can be undone.
create table change_turn (
  id integer primary key
);

insert into change_turn values (0);

-- Rows come by the hundred in one statement: a trigger sees them all at once, as "changed" (and "former", as they were before an
-- update). Where a table is emptied by truncate no row is shown: that is logged as a change of any number of records.
create function log_truncate() returns trigger language plpgsql as $$
  begin
    perform from change_turn for no key update;
    insert into change (kind, record_id) values (tg_argv[0], 0);
    return null;
  end
$$;

-- An event that is inserted has no links yet: these are logged by triggers of their own.
create function log_event() returns trigger language plpgsql as $$
  begin
    perform from change_turn where exists (select from changed) for no key update;
    insert into change (kind, record_id, first_start, last_start, facets)
      select 'event', id, start_utc, start_utc, case changed.featured when 1 then 'featured' else '' end from changed;
    return null;
  end
$$;

create function log_event_update() returns trigger language plpgsql as $$
  begin
    perform from change_turn where exists (select from changed) for no key update;
    insert into change (kind, record_id, first_start, last_start, facets)
      select 'event', id, least(changed.start_utc, former.start_utc), greatest(changed.start_utc, former.start_utc),
        (select coalesce(string_agg(facet, ','), '') from (
          select 'featured' as facet where changed.featured = 1 or former.featured = 1
          union all select 'venue:' || event_venue.venue_id from event_venue where event_id = changed.id
          union all select 'organizer:' || event_organizer.organizer_id from event_organizer where event_id = changed.id
          union all select 'term:' || event_term.term_id from event_term where event_id = changed.id
        ) as facets)
        from changed left join former using (id);
    return null;
  end
$$;

create trigger event_insert_logged after insert on event
  referencing new table as changed for each statement execute function log_event();
create trigger event_update_logged after update on event
  referencing old table as former new table as changed for each statement execute function log_event_update();
create trigger event_truncate_logged after truncate on event
  for each statement execute function log_truncate('event');

-- Before an event is deleted its links are still there: a trigger after the statement would not see them.
create function log_event_delete() returns trigger language plpgsql as $$
  begin
    perform from change_turn for no key update;
    insert into change (kind, record_id, first_start, last_start, facets)
      values ('event', old.id, old.start_utc, old.start_utc,
        (select coalesce(string_agg(facet, ','), '') from (
          select 'featured' as facet where old.featured = 1
          union all select 'venue:' || event_venue.venue_id from event_venue where event_id = old.id
          union all select 'organizer:' || event_organizer.organizer_id from event_organizer where event_id = old.id
          union all select 'term:' || event_term.term_id from event_term where event_id = old.id
        ) as facets));
    return old;
  end
$$;

create trigger event_delete_logged before delete on event
  for each row execute function log_event_delete();

-- A link is logged as a change of its event. The subselect with "offset 0" is a fence: a plan that is made while there are few
-- events would read all of them, and be kept when there are many.
create function log_event_venue() returns trigger language plpgsql as $$
  begin
    perform from change_turn where exists (select from changed) for no key update;
    insert into change (kind, record_id, first_start, last_start, facets)
      select 'event', event_id, start_utc, start_utc, facets from (
          select event_id, string_agg('venue:' || linked.venue_id, ',') as facets
            from (select * from changed) as linked
            group by event_id) as touched,
        lateral (select start_utc from event where id = event_id offset 0) as started;
    return null;
  end
$$;

create function log_event_venue_update() returns trigger language plpgsql as $$
  begin
    perform from change_turn where exists (select from changed) for no key update;
    insert into change (kind, record_id, first_start, last_start, facets)
      select 'event', event_id, start_utc, start_utc, facets from (
          select event_id, string_agg('venue:' || linked.venue_id, ',') as facets
            from (select * from changed union all select * from former) as linked
            group by event_id) as touched,
        lateral (select start_utc from event where id = event_id offset 0) as started;
    return null;
  end
$$;

create trigger event_venue_insert_logged after insert on event_venue
  referencing new table as changed for each statement execute function log_event_venue();
create trigger event_venue_update_logged after update on event_venue
  referencing old table as former new table as changed for each statement execute function log_event_venue_update();
create trigger event_venue_delete_logged after delete on event_venue
  referencing old table as changed for each statement execute function log_event_venue();
create trigger event_venue_truncate_logged after truncate on event_venue
  for each statement execute function log_truncate('event');

create function log_event_organizer() returns trigger language plpgsql as $$
  begin
    perform from change_turn where exists (select from changed) for no key update;
    insert into change (kind, record_id, first_start, last_start, facets)
      select 'event', event_id, start_utc, start_utc, facets from (
          select event_id, string_agg('organizer:' || linked.organizer_id, ',') as facets
            from (select * from changed) as linked
            group by event_id) as touched,
        lateral (select start_utc from event where id = event_id offset 0) as started;
    return null;
  end
$$;

create function log_event_organizer_update() returns trigger language plpgsql as $$
  begin
    perform from change_turn where exists (select from changed) for no key update;
    insert into change (kind, record_id, first_start, last_start, facets)
      select 'event', event_id, start_utc, start_utc, facets from (
          select event_id, string_agg('organizer:' || linked.organizer_id, ',') as facets
            from (select * from changed union all select * from former) as linked
            group by event_id) as touched,
        lateral (select start_utc from event where id = event_id offset 0) as started;
    return null;
  end
$$;

create trigger event_organizer_insert_logged after insert on event_organizer
  referencing new table as changed for each statement execute function log_event_organizer();
create trigger event_organizer_update_logged after update on event_organizer
  referencing old table as former new table as changed for each statement execute function log_event_organizer_update();
create trigger event_organizer_delete_logged after delete on event_organizer
  referencing old table as changed for each statement execute function log_event_organizer();
create trigger event_organizer_truncate_logged after truncate on event_organizer
  for each statement execute function log_truncate('event');

create function log_event_term() returns trigger language plpgsql as $$
  begin
    perform from change_turn where exists (select from changed) for no key update;
    insert into change (kind, record_id, first_start, last_start, facets)
      select 'event', event_id, start_utc, start_utc, facets from (
          select event_id, string_agg('term:' || linked.term_id, ',') as facets
            from (select * from changed) as linked
            group by event_id) as touched,
        lateral (select start_utc from event where id = event_id offset 0) as started;
    return null;
  end
$$;

create function log_event_term_update() returns trigger language plpgsql as $$
  begin
    perform from change_turn where exists (select from changed) for no key update;
    insert into change (kind, record_id, first_start, last_start, facets)
      select 'event', event_id, start_utc, start_utc, facets from (
          select event_id, string_agg('term:' || linked.term_id, ',') as facets
            from (select * from changed union all select * from former) as linked
            group by event_id) as touched,
        lateral (select start_utc from event where id = event_id offset 0) as started;
    return null;
  end
$$;

create trigger event_term_insert_logged after insert on event_term
  referencing new table as changed for each statement execute function log_event_term();
create trigger event_term_update_logged after update on event_term
  referencing old table as former new table as changed for each statement execute function log_event_term_update();
create trigger event_term_delete_logged after delete on event_term
  referencing old table as changed for each statement execute function log_event_term();
create trigger event_term_truncate_logged after truncate on event_term
  for each statement execute function log_truncate('event');

-- Venues, organizers, images, users.
create function log_venue() returns trigger language plpgsql as $$
  begin
    perform from change_turn where exists (select from changed) for no key update;
    insert into change (kind, record_id, first_start, last_start, facets)
      select distinct 'venue', id::bigint, null, null, null from changed;
    return null;
  end
$$;

create trigger venue_insert_logged after insert on venue
  referencing new table as changed for each statement execute function log_venue();
create trigger venue_update_logged after update on venue
  referencing old table as former new table as changed for each statement execute function log_venue();
create trigger venue_delete_logged after delete on venue
  referencing old table as changed for each statement execute function log_venue();
create trigger venue_truncate_logged after truncate on venue
  for each statement execute function log_truncate('venue');

create function log_organizer() returns trigger language plpgsql as $$
  begin
    perform from change_turn where exists (select from changed) for no key update;
    insert into change (kind, record_id, first_start, last_start, facets)
      select distinct 'organizer', id::bigint, null, null, null from changed;
    return null;
  end
$$;

create trigger organizer_insert_logged after insert on organizer
  referencing new table as changed for each statement execute function log_organizer();
create trigger organizer_update_logged after update on organizer
  referencing old table as former new table as changed for each statement execute function log_organizer();
create trigger organizer_delete_logged after delete on organizer
  referencing old table as changed for each statement execute function log_organizer();
create trigger organizer_truncate_logged after truncate on organizer
  for each statement execute function log_truncate('organizer');

create function log_image() returns trigger language plpgsql as $$
  begin
    perform from change_turn where exists (select from changed) for no key update;
    insert into change (kind, record_id, first_start, last_start, facets)
      select distinct 'image', id::bigint, null, null, null from changed;
    return null;
  end
$$;

create trigger image_insert_logged after insert on image
  referencing new table as changed for each statement execute function log_image();
create trigger image_update_logged after update on image
  referencing old table as former new table as changed for each statement execute function log_image();
create trigger image_delete_logged after delete on image
  referencing old table as changed for each statement execute function log_image();
create trigger image_truncate_logged after truncate on image
  for each statement execute function log_truncate('image');

create function log_user() returns trigger language plpgsql as $$
  begin
    perform from change_turn where exists (select from changed) for no key update;
    insert into change (kind, record_id, first_start, last_start, facets)
      select distinct 'user', id::bigint, null, null, null from changed;
    return null;
  end
$$;

create trigger user_insert_logged after insert on "user"
  referencing new table as changed for each statement execute function log_user();
create trigger user_update_logged after update on "user"
  referencing old table as former new table as changed for each statement execute function log_user();
create trigger user_delete_logged after delete on "user"
  referencing old table as changed for each statement execute function log_user();
create trigger user_truncate_logged after truncate on "user"
  for each statement execute function log_truncate('user');

-- Application passwords are logged as changes of their users.
create function log_credential() returns trigger language plpgsql as $$
  begin
    perform from change_turn where exists (select from changed) for no key update;
    insert into change (kind, record_id, first_start, last_start, facets)
      select distinct 'user', user_id::bigint, null, null, null from changed;
    return null;
  end
$$;

create trigger credential_insert_logged after insert on credential
  referencing new table as changed for each statement execute function log_credential();
create trigger credential_update_logged after update on credential
  referencing old table as former new table as changed for each statement execute function log_credential();
create trigger credential_delete_logged after delete on credential
  referencing old table as changed for each statement execute function log_credential();
create trigger credential_truncate_logged after truncate on credential
  for each statement execute function log_truncate('user');

-- After a failed attempt to log in nobody is recognised from memory: a login with the right password resets it.
create function log_throttle() returns trigger language plpgsql as $$
  begin
    perform from change_turn where exists (select from changed) for no key update;
    insert into change (kind, record_id, first_start, last_start, facets)
      select distinct 'user', 0::bigint, null, null, null from changed;
    return null;
  end
$$;

create trigger throttle_insert_logged after insert on throttle
  referencing new table as changed for each statement execute function log_throttle();
create trigger throttle_update_logged after update on throttle
  referencing old table as former new table as changed for each statement execute function log_throttle();
create trigger throttle_delete_logged after delete on throttle
  referencing old table as changed for each statement execute function log_throttle();
create trigger throttle_truncate_logged after truncate on throttle
  for each statement execute function log_truncate('user');

-- The counter of a term changes with every event, its name hardly ever: lists depend on the name only.
create function log_term() returns trigger language plpgsql as $$
  begin
    perform from change_turn where exists (select from changed) for no key update;
    insert into change (kind, record_id, first_start, last_start, facets)
      select 'term', id, null, null, null from changed;
    return null;
  end
$$;

create function log_term_update() returns trigger language plpgsql as $$
  begin
    perform from change_turn where exists (select from changed) for no key update;
    insert into change (kind, record_id, first_start, last_start, facets)
      select
          case when (former.taxonomy, former.name, former.slug, former.description, former.parent_id)
              is distinct from (changed.taxonomy, changed.name, changed.slug, changed.description, changed.parent_id)
            then 'term' else 'count' end,
          changed.id, null, null, null
        from changed left join former on former.id = changed.id;
    return null;
  end
$$;

create trigger term_insert_logged after insert on term
  referencing new table as changed for each statement execute function log_term();
create trigger term_update_logged after update on term
  referencing old table as former new table as changed for each statement execute function log_term_update();
create trigger term_delete_logged after delete on term
  referencing old table as changed for each statement execute function log_term();
create trigger term_truncate_logged after truncate on term
  for each statement execute function log_truncate('term');

-- A process that has missed more changes than are kept drops everything that it has in memory.
create function trim_changes() returns trigger language plpgsql as $$
  begin
    delete from change where id <= new.id - 10000;
    return null;
  end
$$;

create trigger change_trimmed after insert on change
  for each row when (new.id % 1000 = 0) execute function trim_changes();

-- Pages and records show settings: every process reads them again after a change.
create function log_setting() returns trigger language plpgsql as $$
  begin
    perform from change_turn where exists (select from changed) for no key update;
    insert into change (kind, record_id, first_start, last_start, facets)
      select distinct 'setting', 0::bigint, null, null, null from changed;
    return null;
  end
$$;

create trigger setting_insert_logged after insert on setting
  referencing new table as changed for each statement execute function log_setting();
create trigger setting_update_logged after update on setting
  referencing old table as former new table as changed for each statement execute function log_setting();
create trigger setting_delete_logged after delete on setting
  referencing old table as changed for each statement execute function log_setting();
create trigger setting_truncate_logged after truncate on setting
  for each statement execute function log_truncate('setting');

-- A site shows no image that is gone.
create function forget_logo() returns trigger language plpgsql as $$
  begin
    delete from setting where name = 'site_logo' and value = old.id::text;
    return null;
  end
$$;

create trigger image_delete_logo after delete on image for each row execute function forget_logo();

-- ================================================================================
-- Derived tables
-- Lists are found by them, whatever the number of events: counters of days, and links with the start of their events. Triggers keep
-- them right, whoever writes; "kalends check" compares them with what they follow from.
-- ================================================================================

-- Events by status and day of their start in UTC, without hidden ones.
create table event_day (
  status text collate "C" not null,
  day text collate "C" not null,
  n bigint not null,
  primary key (status, day)
);

-- The links of events that are not hidden, in the order of lists; "id" is that of the event.
create table term_listing (
  term_id bigint not null,
  status text collate "C" not null,
  start_utc text collate "C" not null,
  id bigint not null,
  primary key (term_id, status, start_utc, id)
);

create table venue_listing (
  venue_id bigint not null,
  status text collate "C" not null,
  start_utc text collate "C" not null,
  id bigint not null,
  primary key (venue_id, status, start_utc, id)
);

create table organizer_listing (
  organizer_id bigint not null,
  status text collate "C" not null,
  start_utc text collate "C" not null,
  id bigint not null,
  primary key (organizer_id, status, start_utc, id)
);

-- A truncate shows no rows to a trigger: everything is removed.
create function truncate_event_day() returns trigger language plpgsql as $$
  begin
    delete from event_day;
    return null;
  end
$$;

create trigger event_truncate_listing after truncate on event
  for each statement execute function truncate_event_day();

create function truncate_term_listing() returns trigger language plpgsql as $$
  begin
    delete from term_listing;
    return null;
  end
$$;

create trigger event_term_truncate_listing after truncate on event_term
  for each statement execute function truncate_term_listing();

create function truncate_venue_listing() returns trigger language plpgsql as $$
  begin
    delete from venue_listing;
    return null;
  end
$$;

create trigger event_venue_truncate_listing after truncate on event_venue
  for each statement execute function truncate_venue_listing();

create function truncate_organizer_listing() returns trigger language plpgsql as $$
  begin
    delete from organizer_listing;
    return null;
  end
$$;

create trigger event_organizer_truncate_listing after truncate on event_organizer
  for each statement execute function truncate_organizer_listing();

-- An event that is changed leaves its old day and the old rows of its links, and gets new ones.
create function event_after_insert_listing() returns trigger language plpgsql as $$
  begin
    insert into event_day
      select status, substr(start_utc, 1, 10), count(*) from added where hide_from_listings = 0 group by 1, 2 order by 1, 2
      on conflict (status, day) do update set n = event_day.n + excluded.n;
    return null;
  end
$$;

create trigger event_after_insert_listing after insert on event
  referencing new table as added for each statement execute function event_after_insert_listing();

-- Before an event is deleted its links are still there.
create function event_before_delete_listing() returns trigger language plpgsql as $$
  begin
    update event_day set n = n - 1 where status = old.status and day = substr(old.start_utc, 1, 10);
    delete from term_listing where (term_id, status, start_utc, id) in (
      select term_id, old.status, old.start_utc, old.id from event_term where event_id = old.id);
    delete from venue_listing where (venue_id, status, start_utc, id) in (
      select venue_id, old.status, old.start_utc, old.id from event_venue where event_id = old.id);
    delete from organizer_listing where (organizer_id, status, start_utc, id) in (
      select organizer_id, old.status, old.start_utc, old.id from event_organizer where event_id = old.id);
    return old;
  end
$$;

create trigger event_before_delete_listing before delete on event
  for each row when (old.hide_from_listings = 0)
  execute function event_before_delete_listing();

create function event_after_update_old_listing() returns trigger language plpgsql as $$
  begin
    update event_day set n = n - 1 where status = old.status and day = substr(old.start_utc, 1, 10);
    delete from term_listing where (term_id, status, start_utc, id) in (
      select term_id, old.status, old.start_utc, old.id from event_term where event_id = old.id);
    delete from venue_listing where (venue_id, status, start_utc, id) in (
      select venue_id, old.status, old.start_utc, old.id from event_venue where event_id = old.id);
    delete from organizer_listing where (organizer_id, status, start_utc, id) in (
      select organizer_id, old.status, old.start_utc, old.id from event_organizer where event_id = old.id);
    return null;
  end
$$;

create trigger event_after_update_old_listing after update on event
  for each row when (old.hide_from_listings = 0
    and (old.status <> new.status or old.start_utc <> new.start_utc or old.hide_from_listings <> new.hide_from_listings))
  execute function event_after_update_old_listing();

create function event_after_update_new_listing() returns trigger language plpgsql as $$
  begin
    insert into event_day values (new.status, substr(new.start_utc, 1, 10), 1)
      on conflict (status, day) do update set n = event_day.n + 1;
    insert into term_listing select term_id, new.status, new.start_utc, new.id from event_term where event_id = new.id;
    insert into venue_listing select venue_id, new.status, new.start_utc, new.id from event_venue where event_id = new.id;
    insert into organizer_listing select organizer_id, new.status, new.start_utc, new.id from event_organizer where event_id = new.id;
    return null;
  end
$$;

create trigger event_after_update_new_listing after update on event
  for each row when (new.hide_from_listings = 0
    and (old.status <> new.status or old.start_utc <> new.start_utc or old.hide_from_listings <> new.hide_from_listings))
  execute function event_after_update_new_listing();

-- A link is added or removed; its event may be hidden, or deleted already.
-- The subselect is a fence, as above.
create function event_term_after_insert_listing() returns trigger language plpgsql as $$
  begin
    insert into term_listing
      select term_id, status, start_utc, event_id from added,
        lateral (select status, start_utc, hide_from_listings from event where id = event_id offset 0) as linked
      where hide_from_listings = 0;
    return null;
  end
$$;

create trigger event_term_after_insert_listing after insert on event_term
  referencing new table as added for each statement execute function event_term_after_insert_listing();

create function event_term_after_delete_listing() returns trigger language plpgsql as $$
  begin
    delete from term_listing where (term_id, status, start_utc, id) in (
      select old.term_id, status, start_utc, id from event where id = old.event_id);
    return null;
  end
$$;

create trigger event_term_after_delete_listing after delete on event_term
  for each row execute function event_term_after_delete_listing();

create function event_term_after_update_listing() returns trigger language plpgsql as $$
  begin
    delete from term_listing where (term_id, status, start_utc, id) in (
      select old.term_id, status, start_utc, id from event where id = old.event_id);
    insert into term_listing
      select new.term_id, status, start_utc, id from event where id = new.event_id and hide_from_listings = 0;
    return null;
  end
$$;

create trigger event_term_after_update_listing after update on event_term
  for each row when (old.event_id <> new.event_id or old.term_id <> new.term_id)
  execute function event_term_after_update_listing();

create function event_venue_after_insert_listing() returns trigger language plpgsql as $$
  begin
    insert into venue_listing
      select venue_id, status, start_utc, event_id from added,
        lateral (select status, start_utc, hide_from_listings from event where id = event_id offset 0) as linked
      where hide_from_listings = 0;
    return null;
  end
$$;

create trigger event_venue_after_insert_listing after insert on event_venue
  referencing new table as added for each statement execute function event_venue_after_insert_listing();

create function event_venue_after_delete_listing() returns trigger language plpgsql as $$
  begin
    delete from venue_listing where (venue_id, status, start_utc, id) in (
      select old.venue_id, status, start_utc, id from event where id = old.event_id);
    return null;
  end
$$;

create trigger event_venue_after_delete_listing after delete on event_venue
  for each row execute function event_venue_after_delete_listing();

create function event_venue_after_update_listing() returns trigger language plpgsql as $$
  begin
    delete from venue_listing where (venue_id, status, start_utc, id) in (
      select old.venue_id, status, start_utc, id from event where id = old.event_id);
    insert into venue_listing
      select new.venue_id, status, start_utc, id from event where id = new.event_id and hide_from_listings = 0;
    return null;
  end
$$;

create trigger event_venue_after_update_listing after update on event_venue
  for each row when (old.event_id <> new.event_id or old.venue_id <> new.venue_id)
  execute function event_venue_after_update_listing();

create function event_organizer_after_insert_listing() returns trigger language plpgsql as $$
  begin
    insert into organizer_listing
      select organizer_id, status, start_utc, event_id from added,
        lateral (select status, start_utc, hide_from_listings from event where id = event_id offset 0) as linked
      where hide_from_listings = 0;
    return null;
  end
$$;

create trigger event_organizer_after_insert_listing after insert on event_organizer
  referencing new table as added for each statement execute function event_organizer_after_insert_listing();

create function event_organizer_after_delete_listing() returns trigger language plpgsql as $$
  begin
    delete from organizer_listing where (organizer_id, status, start_utc, id) in (
      select old.organizer_id, status, start_utc, id from event where id = old.event_id);
    return null;
  end
$$;

create trigger event_organizer_after_delete_listing after delete on event_organizer
  for each row execute function event_organizer_after_delete_listing();

create function event_organizer_after_update_listing() returns trigger language plpgsql as $$
  begin
    delete from organizer_listing where (organizer_id, status, start_utc, id) in (
      select old.organizer_id, status, start_utc, id from event where id = old.event_id);
    insert into organizer_listing
      select new.organizer_id, status, start_utc, id from event where id = new.event_id and hide_from_listings = 0;
    return null;
  end
$$;

create trigger event_organizer_after_update_listing after update on event_organizer
  for each row when (old.event_id <> new.event_id or old.organizer_id <> new.organizer_id)
  execute function event_organizer_after_update_listing();

-- The counters of terms count published events. Before an event is deleted its links are still there; afterwards they count no more.
-- The subselects are fences, as above.
create function count_event_term_insert() returns trigger language plpgsql as $$
  begin
    update term set count = term.count + counted.n
      from (
        select term_id, count(*) as n from added,
          lateral (select status from event where id = event_id offset 0) as linked
        where status = 'publish' group by term_id) as counted
      where term.id = counted.term_id;
    return null;
  end
$$;

create trigger event_term_insert_counted after insert on event_term
  referencing new table as added for each statement execute function count_event_term_insert();

create function count_event_term_delete() returns trigger language plpgsql as $$
  begin
    update term set count = term.count - counted.n
      from (
        select term_id, count(*) as n from removed,
          lateral (select status from event where id = event_id offset 0) as linked
        where status = 'publish' group by term_id) as counted
      where term.id = counted.term_id;
    return null;
  end
$$;

create trigger event_term_delete_counted after delete on event_term
  referencing old table as removed for each statement execute function count_event_term_delete();

create function count_event_term_update() returns trigger language plpgsql as $$
  begin
    update term set count = count - 1
      where id = old.term_id and exists (select from event where id = old.event_id and status = 'publish');
    update term set count = count + 1
      where id = new.term_id and exists (select from event where id = new.event_id and status = 'publish');
    return null;
  end
$$;

create trigger event_term_update_counted after update on event_term
  for each row when (old.event_id <> new.event_id or old.term_id <> new.term_id)
  execute function count_event_term_update();

create function count_event_term_truncate() returns trigger language plpgsql as $$
  begin
    update term set count = 0 where count <> 0;
    return null;
  end
$$;

create trigger event_term_truncate_counted after truncate on event_term
  for each statement execute function count_event_term_truncate();

create function count_event_update() returns trigger language plpgsql as $$
  begin
    update term set count = count + case new.status when 'publish' then 1 else -1 end
      where id in (select term_id from event_term where event_id = new.id);
    return null;
  end
$$;

create trigger event_update_counted after update on event
  for each row when ((old.status = 'publish') <> (new.status = 'publish'))
  execute function count_event_update();

create function count_event_delete() returns trigger language plpgsql as $$
  begin
    update term set count = count - 1 where id in (select term_id from event_term where event_id = old.id);
    return old;
  end
$$;

create trigger event_delete_counted before delete on event
  for each row when (old.status = 'publish') execute function count_event_delete();

-- ================================================================================
-- Former slugs
-- ================================================================================

-- Triggers note a slug when it is given up, or its record is no longer public, so that no way of writing is forgotten. What was never public
-- leaves nothing behind. A record keeps its last 20.
create function note_former_slug() returns trigger language plpgsql as $$
  declare
    its_kind text := case tg_table_name when 'term' then to_jsonb(old) ->> 'taxonomy' when 'series' then 'event' else tg_table_name end;
    newest bigint := coalesce((select max(position) from former_slug where record_id = old.id and kind = its_kind), 0) + 1;
  begin
    if tg_table_name = 'series' and not exists (select from event where series_id = old.id and status = 'publish') then
      return null;
    end if;
    insert into former_slug (kind, slug, record_id, position) values (its_kind, old.slug, old.id, newest)
      on conflict (kind, slug) do update set record_id = excluded.record_id, position = excluded.position;
    delete from former_slug where record_id = old.id and kind = its_kind and position between 1 and newest - 20;
    return null;
  end
$$;

create function delete_former_slugs() returns trigger language plpgsql as $$
  begin
    delete from former_slug where record_id = old.id
      and kind = case tg_table_name when 'term' then to_jsonb(old) ->> 'taxonomy' when 'series' then 'event' else tg_table_name end;
    return null;
  end
$$;

create trigger event_slug_given_up after update of slug, status on event for each row
  when (old.status = 'publish' and (new.slug <> old.slug or new.status <> 'publish')) execute function note_former_slug();
create trigger event_slugs_deleted after delete on event for each row execute function delete_former_slugs();

create trigger venue_slug_given_up after update of slug, status on venue for each row
  when (old.status = 'publish' and (new.slug <> old.slug or new.status <> 'publish')) execute function note_former_slug();
create trigger venue_slugs_deleted after delete on venue for each row execute function delete_former_slugs();

create trigger organizer_slug_given_up after update of slug, status on organizer for each row
  when (old.status = 'publish' and (new.slug <> old.slug or new.status <> 'publish')) execute function note_former_slug();
create trigger organizer_slugs_deleted after delete on organizer for each row execute function delete_former_slugs();

-- A series is public where one of its occurrences is; no occurrence has its slug, which leads to the next of them.
create trigger series_slug_given_up after update of slug on series for each row
  when (new.slug <> old.slug) execute function note_former_slug();
create trigger series_slugs_deleted after delete on series for each row execute function delete_former_slugs();

create trigger term_slug_given_up after update of slug on term for each row
  when (new.slug <> old.slug) execute function note_former_slug();
create trigger term_slugs_deleted after delete on term for each row execute function delete_former_slugs();

-- ================================================================================
-- The index of searches
-- Each block has the texts of 1024 consecutive ids of records. Its tokens are all that stands between blanks in these texts. What a search
-- looks for contains no blank, so a text contains it where one of its tokens does. src/db/search-block.ts describes the columns.
-- ================================================================================

-- "version" is a random number that changes with the block; "records" has a bit for each id with a text; "grams" is a filter of the runs of
-- one to three characters in the tokens.
create table search_block (
  number bigint primary key,
  version bigint not null,
  records bytea not null,
  grams bytea not null,
  tokens text collate "C" not null
);
create index search_block_version on search_block (number, version);

-- For each group of tokens, which records have them. The id is 16777216 times the number of the block, plus the place of the group.
create table search_list (
  id bigint primary key,
  lists bytea not null
);

-- Decompressing them takes longer than reading what compression saves.
alter table search_block alter column grams set storage external, alter column tokens set storage external;
alter table search_list alter column lists set storage external;

-- Records whose text has changed since the block was written. A search looks at these texts themselves, until a process writes them to
-- their block together.
create table search_pending (
  record_id bigint primary key
);

create function search_text_changed() returns trigger language plpgsql as $$
  begin
    insert into search_pending select record_id from changed on conflict (record_id) do nothing;
    return null;
  end
$$;

create trigger search_text_insert_indexed after insert on search_text
  referencing new table as changed for each statement execute function search_text_changed();
create trigger search_text_delete_indexed after delete on search_text
  referencing old table as changed for each statement execute function search_text_changed();

create function search_text_updated() returns trigger language plpgsql as $$
  begin
    insert into search_pending values (old.record_id) on conflict (record_id) do nothing;
    insert into search_pending values (new.record_id) on conflict (record_id) do nothing;
    return null;
  end
$$;

create trigger search_text_update_indexed after update on search_text
  for each row when (old.text <> new.text or old.record_id <> new.record_id)
  execute function search_text_updated();

-- A truncate shows no rows to a trigger: everything is removed.
create function search_text_truncated() returns trigger language plpgsql as $$
  begin
    delete from search_block;
    delete from search_list;
    delete from search_pending;
    return null;
  end
$$;

create trigger search_text_truncate_indexed after truncate on search_text
  for each statement execute function search_text_truncated();
