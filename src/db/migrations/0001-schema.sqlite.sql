-- The first schema, for SQLite: tables, indexes, triggers. The file for PostgreSQL beside it makes the same tables.
--
-- Conventions: booleans are 0 and 1. Date-times are texts YYYY-MM-DD HH:MM:SS, which sort as instants do: columns named ..._utc are
-- in UTC, "date" and "modified" in the time zone of the site, "start_date" and "end_date" in the time zone of the event.
-- src/db/schema.ts describes the columns for the compiler.

-- ================================================================================
-- Tables
-- ================================================================================

-- One row for each event, venue, organizer and image: the sequence of ids that they share.
create table record (
  id integer primary key autoincrement,
  kind text not null
);

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
  id integer primary key references record (id),
  author_id integer not null,
  status text not null,
  trashed_from text not null default '',
  date text not null,
  date_utc text,
  modified text not null,
  modified_utc text not null,
  title text not null,
  title_key text not null,
  slug text not null,
  description text not null,
  excerpt text not null,
  image_id integer,
  all_day integer not null,
  start_date text not null,
  end_date text not null,
  start_utc text not null,
  end_utc text not null,
  timezone text not null,
  timezone_abbr text not null,
  cost text not null,
  website text,
  show_map integer not null,
  show_map_link integer not null,
  hide_from_listings integer not null,
  sticky integer not null,
  featured integer not null,
  parent_id integer references event (id) on delete set null,
  is_free integer not null default 0,
  title_order text not null default '',
  series_id integer references series (id),
  recurrence_id text,
  own_fields text not null default '',
  event_status text not null default 'scheduled',
  event_status_reason text not null default '',
  previous_start_utc text,
  attendance_mode text not null default 'offline',
  virtual_url text not null default '',
  offers text not null default '',
  availability text not null default '',
  source text not null default '',
  external_id text not null default '',
  submission_id bigint
);

create table venue (
  id integer primary key references record (id),
  author_id integer not null,
  status text not null,
  trashed_from text not null default '',
  date text not null,
  date_utc text,
  modified text not null,
  modified_utc text not null,
  title text not null,
  title_key text not null,
  slug text not null,
  description text not null,
  excerpt text not null,
  image_id integer,
  address text not null,
  city text not null,
  country text not null,
  province text not null,
  state text not null,
  stateprovince text not null,
  zip text not null,
  phone text not null,
  website text not null,
  geo_lat real,
  geo_lng real,
  show_map integer not null,
  show_map_link integer not null,
  title_order text not null default '',
  source text not null default '',
  external_id text not null default ''
);

create table organizer (
  id integer primary key references record (id),
  author_id integer not null,
  status text not null,
  trashed_from text not null default '',
  date text not null,
  date_utc text,
  modified text not null,
  modified_utc text not null,
  title text not null,
  title_key text not null,
  slug text not null,
  description text not null,
  excerpt text not null,
  image_id integer,
  phone text not null,
  website text not null,
  email text not null,
  title_order text not null default '',
  source text not null default '',
  external_id text not null default ''
);

-- The venues and the organizers of an event, in the order of "position".
create table event_venue (
  event_id integer not null references event (id) on delete cascade,
  venue_id integer not null references venue (id) on delete cascade,
  position integer not null,
  primary key (event_id, venue_id)
);

create table event_organizer (
  event_id integer not null references event (id) on delete cascade,
  organizer_id integer not null references organizer (id) on delete cascade,
  position integer not null,
  primary key (event_id, organizer_id)
);

-- Categories and tags. "parent_id" is 0 for a term without a parent; "count" is the number of its published events, which
-- triggers keep.
-- The colour of a category, such as #8c2f1b; empty for none. Tags have none.
create table term (
  id integer primary key autoincrement,
  taxonomy text not null,
  name text not null,
  name_key text not null,
  slug text not null,
  description text not null,
  parent_id integer not null default 0,
  count integer not null default 0,
  search_text text not null,
  color text not null default ''
);

-- The terms of an event.
create table event_term (
  term_id integer not null references term (id) on delete cascade,
  event_id integer not null references event (id) on delete cascade,
  primary key (term_id, event_id)
);

-- The image library. "path" is the file of the full size; "sizes" are the other sizes as JSON.
create table image (
  id integer primary key references record (id),
  author_id integer not null,
  date text not null,
  date_utc text not null,
  modified text not null,
  modified_utc text not null,
  title text not null,
  caption text not null,
  alt_text text not null,
  description text not null,
  path text not null,
  mime_type text not null,
  width integer not null,
  height integer not null,
  filesize integer not null,
  sizes text not null,
  source_url text
);

-- Files of images, where the settings say that they are kept in the database.
create table media_file (
  path text primary key,
  size integer not null
);

create table media_chunk (
  path text not null references media_file (path) on delete cascade,
  position integer not null,
  bytes blob not null,
  primary key (path, position)
);

-- What searches look at: the folded texts of the searchable fields of a record, with U+2028 between them.
create table search_text (
  record_id integer primary key references record (id) on delete cascade,
  text text not null
);

-- "display_key" is the shown name folded to lower case, by which lists are ordered; "slug" is unique.
create table "user" (
  id integer primary key autoincrement,
  name text not null,
  name_key text not null,
  email text not null,
  role text not null,
  password_hash text,
  created_utc text not null,
  slug text not null default '',
  display_name text not null default '',
  display_key text not null default '',
  first_name text not null default '',
  last_name text not null default '',
  url text not null default '',
  description text not null default ''
);

-- Application passwords.
-- An application password is named by its "uuid"; "app_id" is that of the program, where it has sent one.
create table credential (
  id integer primary key autoincrement,
  user_id integer not null references "user" (id) on delete cascade,
  label text not null,
  secret_hash text not null,
  created_utc text not null,
  uuid text not null default '',
  app_id text not null default ''
);

-- Browsers that are logged in.
-- "client" describes the browser in a few words.
create table session (
  token_hash text primary key,
  user_id integer not null references "user" (id) on delete cascade,
  created_utc text not null,
  expires_utc text not null,
  uuid text not null default '',
  used_utc text,
  client text not null default ''
);

-- Answers to requests with an Idempotency-Key, which are given again when the request is repeated.
create table idempotency (
  user_id integer not null,
  key text not null,
  fingerprint text not null,
  status integer not null,
  location text not null,
  etag text not null,
  body text not null,
  created_utc text not null,
  primary key (user_id, key)
);

-- Failed attempts to log in, which all processes count together.
create table throttle (
  key_hash text primary key,
  level real not null,
  failed_ms integer not null
);

create table setting (
  name text primary key,
  value text not null
);

-- When an application password was used last. It has a table of its own: a change of "credential" makes every process forget whom it knows.
create table credential_use (
  credential_id integer primary key references credential (id) on delete cascade,
  used_utc text not null
);

-- A link that is used once. "role" and "email" are those of the user whom an invitation creates; the other kinds name a user. Without
-- "expires_utc" it lasts until it is used.
create table link (
  id integer primary key autoincrement,
  token_hash text not null,
  kind text not null,
  role text not null,
  email text not null,
  user_id integer references "user" (id) on delete cascade,
  created_utc text not null,
  expires_utc text
);

-- What was done to records, and their versions.
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

-- Imports over the network. "done" counts the lines that were read; "faults" is a list as JSON.
-- "file_name" is empty where the client has sent none. "undo_user_id" is who has asked to undo the import.
-- "format" names the reader of the file, and "options" has what else was asked for, as JSON. "report" has the counts of each kind of record,
-- and the first records of a dry run, as JSON. "source_id" names the source that was read.
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
  result text,
  file_name text not null default '',
  undo_user_id integer,
  format text not null default 'ndjson',
  options text not null default '{}',
  updated integer not null default 0,
  skipped integer not null default 0,
  report text not null default '{}',
  source_id integer
);

-- The events, venues and organizers that an import has created, by which it is undone; "modified_utc" tells those that nobody has edited.
-- "revision_id" is the last entry of the history that the import itself has made: a later one of the record is a change by somebody.
create table import_record (
  import_id integer not null references import (id) on delete cascade,
  record_id integer not null references record (id) on delete cascade,
  modified_utc text not null,
  revision_id bigint not null default 0,
  primary key (import_id, record_id)
) without rowid;

-- Who "subject" is at "issuer" (OpenID Connect Core 1.0, 5.7): neither a name nor an e-mail address is for ever one person's.
create table identity (
  issuer text not null,
  subject text not null,
  user_id integer not null references "user" (id) on delete cascade,
  created_utc text not null,
  primary key (issuer, subject)
);

-- What the server notes for itself. Unlike a setting, no page shows it, so no cached response depends on it.
create table note (
  name text primary key,
  value text not null
);

-- The categories and tags that an import has created. A row goes when the import is undone, whether its term is removed or stays.
create table import_term (
  import_id integer not null references import (id) on delete cascade,
  term_id integer not null references term (id) on delete cascade,
  primary key (import_id, term_id)
) without rowid;

-- Who submitted an event. "state" is "unconfirmed" until the link in a message was followed, then "open", and "withdrawn" at the end.
-- "payload" is what was sent, as JSON; "event_id" names the event that was made of it, which may be gone. "network_hash"
-- counts the submissions of a network, and is emptied after a day. "picture" is the file in its full size, and "preview" in a small one.
-- "was_taken" is 1 once an event of the submission was public or private: then it belongs to those who look after the calendar, and its
-- person can no longer withdraw it. "replaces_id" names the submission that was sent back and is sent again by this one.
-- "is_told" is 1 once the person who submitted an event was told that it is public, or need not be told any more.
create table submission (
  id integer primary key autoincrement,
  token_hash text not null,
  state text not null,
  is_confirmed integer not null,
  name text not null,
  email text not null,
  language text not null,
  network_hash text not null,
  created_utc text not null,
  payload text not null,
  event_id integer,
  picture_name text not null,
  picture blob,
  preview blob,
  was_taken integer not null default 0,
  replaces_id bigint,
  is_told integer not null default 0
);

-- The record of this calendar that a record of a source became. "external_id" is its id there, or "#" and a hash of its content where it
-- has none. "hash" tells whether it has changed there, and "modified_utc", when the import wrote it last, whether it was edited here since.
-- "seen_run" is the last run of an import that has met it.
create table import_item (
  source text not null,
  kind text not null,
  external_id text not null,
  record_id integer not null,
  hash text not null,
  modified_utc text not null,
  seen_run integer not null,
  primary key (source, kind, external_id)
) without rowid;

-- Calendars that are read again at an interval.
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

-- The slugs that lead to a record besides its own.
-- "kind" is event, venue, organizer, category or tag; "record_id" is the id of the record, of the term, or of the series. The slugs of one
-- record are numbered as they were given up; those of records that were merged into it have the position 0.
create table former_slug (
  kind text not null,
  slug text not null,
  record_id integer not null,
  position integer not null default 0,
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
  id integer primary key autoincrement,
  token real not null default (random() / 9223372036854775808.0),
  kind text not null,
  record_id integer not null,
  first_start text,
  last_start text,
  facets text
);

-- The log is never empty: there is always a last change.
insert into change (kind, record_id) values ('event', 0);

-- An event that is inserted has no links yet: these are logged by triggers of their own.
create trigger event_insert_logged after insert on event begin
  insert into change (kind, record_id, first_start, last_start, facets)
    values ('event', new.id, new.start_utc, new.start_utc, case new.featured when 1 then 'featured' else '' end);
end;

create trigger event_update_logged after update on event begin
  insert into change (kind, record_id, first_start, last_start, facets)
    values ('event', new.id, min(old.start_utc, new.start_utc), max(old.start_utc, new.start_utc),
      (select coalesce(group_concat(facet, ','), '') from (
        select 'featured' as facet where old.featured = 1 or new.featured = 1
        union all select 'venue:' || event_venue.venue_id from event_venue where event_id = new.id
        union all select 'organizer:' || event_organizer.organizer_id from event_organizer where event_id = new.id
        union all select 'term:' || event_term.term_id from event_term where event_id = new.id
      ) as facets));
end;

-- Before an event is deleted its links are still there.
create trigger event_delete_logged before delete on event begin
  insert into change (kind, record_id, first_start, last_start, facets)
    values ('event', old.id, old.start_utc, old.start_utc,
      (select coalesce(group_concat(facet, ','), '') from (
        select 'featured' as facet where old.featured = 1
        union all select 'venue:' || event_venue.venue_id from event_venue where event_id = old.id
        union all select 'organizer:' || event_organizer.organizer_id from event_organizer where event_id = old.id
        union all select 'term:' || event_term.term_id from event_term where event_id = old.id
      ) as facets));
end;

-- A link is logged as a change of its event.
create trigger event_venue_insert_logged after insert on event_venue begin
  insert into change (kind, record_id, first_start, last_start, facets)
    select 'event', id, start_utc, start_utc, 'venue:' || new.venue_id from event where id = new.event_id;
end;

create trigger event_venue_update_logged after update on event_venue begin
  insert into change (kind, record_id, first_start, last_start, facets)
    select 'event', id, start_utc, start_utc, 'venue:' || old.venue_id from event where id = old.event_id
    union all select 'event', id, start_utc, start_utc, 'venue:' || new.venue_id from event where id = new.event_id;
end;

create trigger event_venue_delete_logged after delete on event_venue begin
  insert into change (kind, record_id, first_start, last_start, facets)
    select 'event', id, start_utc, start_utc, 'venue:' || old.venue_id from event where id = old.event_id;
end;

create trigger event_organizer_insert_logged after insert on event_organizer begin
  insert into change (kind, record_id, first_start, last_start, facets)
    select 'event', id, start_utc, start_utc, 'organizer:' || new.organizer_id from event where id = new.event_id;
end;

create trigger event_organizer_update_logged after update on event_organizer begin
  insert into change (kind, record_id, first_start, last_start, facets)
    select 'event', id, start_utc, start_utc, 'organizer:' || old.organizer_id from event where id = old.event_id
    union all select 'event', id, start_utc, start_utc, 'organizer:' || new.organizer_id from event where id = new.event_id;
end;

create trigger event_organizer_delete_logged after delete on event_organizer begin
  insert into change (kind, record_id, first_start, last_start, facets)
    select 'event', id, start_utc, start_utc, 'organizer:' || old.organizer_id from event where id = old.event_id;
end;

create trigger event_term_insert_logged after insert on event_term begin
  insert into change (kind, record_id, first_start, last_start, facets)
    select 'event', id, start_utc, start_utc, 'term:' || new.term_id from event where id = new.event_id;
end;

create trigger event_term_update_logged after update on event_term begin
  insert into change (kind, record_id, first_start, last_start, facets)
    select 'event', id, start_utc, start_utc, 'term:' || old.term_id from event where id = old.event_id
    union all select 'event', id, start_utc, start_utc, 'term:' || new.term_id from event where id = new.event_id;
end;

create trigger event_term_delete_logged after delete on event_term begin
  insert into change (kind, record_id, first_start, last_start, facets)
    select 'event', id, start_utc, start_utc, 'term:' || old.term_id from event where id = old.event_id;
end;

-- Venues, organizers, images, users.
create trigger venue_insert_logged after insert on venue begin
  insert into change (kind, record_id) values ('venue', new.id);
end;

create trigger venue_update_logged after update on venue begin
  insert into change (kind, record_id) values ('venue', new.id);
end;

create trigger venue_delete_logged after delete on venue begin
  insert into change (kind, record_id) values ('venue', old.id);
end;

create trigger organizer_insert_logged after insert on organizer begin
  insert into change (kind, record_id) values ('organizer', new.id);
end;

create trigger organizer_update_logged after update on organizer begin
  insert into change (kind, record_id) values ('organizer', new.id);
end;

create trigger organizer_delete_logged after delete on organizer begin
  insert into change (kind, record_id) values ('organizer', old.id);
end;

create trigger image_insert_logged after insert on image begin
  insert into change (kind, record_id) values ('image', new.id);
end;

create trigger image_update_logged after update on image begin
  insert into change (kind, record_id) values ('image', new.id);
end;

create trigger image_delete_logged after delete on image begin
  insert into change (kind, record_id) values ('image', old.id);
end;

create trigger user_insert_logged after insert on "user" begin
  insert into change (kind, record_id) values ('user', new.id);
end;

create trigger user_update_logged after update on "user" begin
  insert into change (kind, record_id) values ('user', new.id);
end;

create trigger user_delete_logged after delete on "user" begin
  insert into change (kind, record_id) values ('user', old.id);
end;

-- Application passwords are logged as changes of their users.
create trigger credential_insert_logged after insert on credential begin
  insert into change (kind, record_id) values ('user', new.user_id);
end;

create trigger credential_update_logged after update on credential begin
  insert into change (kind, record_id) values ('user', new.user_id);
end;

create trigger credential_delete_logged after delete on credential begin
  insert into change (kind, record_id) values ('user', old.user_id);
end;

-- After a failed attempt to log in nobody is recognised from memory: a login with the right password resets it.
create trigger throttle_insert_logged after insert on throttle begin
  insert into change (kind, record_id) values ('user', 0);
end;

create trigger throttle_update_logged after update on throttle begin
  insert into change (kind, record_id) values ('user', 0);
end;

create trigger throttle_delete_logged after delete on throttle begin
  insert into change (kind, record_id) values ('user', 0);
end;

-- The counter of a term changes with every event, its name hardly ever: lists depend on the name only.
create trigger term_insert_logged after insert on term begin
  insert into change (kind, record_id) values ('term', new.id);
end;

create trigger term_update_logged after update on term begin
  insert into change (kind, record_id)
    values (
      case when old.taxonomy <> new.taxonomy
        or old.name <> new.name
        or old.slug <> new.slug
        or old.description <> new.description
        or old.parent_id <> new.parent_id
        then 'term' else 'count' end,
      new.id);
end;

create trigger term_delete_logged after delete on term begin
  insert into change (kind, record_id) values ('term', old.id);
end;

-- A process that has missed more changes than are kept drops everything that it has in memory.
create trigger change_trimmed after insert on change when new.id % 1000 = 0 begin
  delete from change where id <= new.id - 10000;
end;

-- Pages and records show settings: every process reads them again after a change.
create trigger setting_insert_logged after insert on setting begin
  insert into change (kind, record_id) values ('setting', 0);
end;

create trigger setting_update_logged after update on setting begin
  insert into change (kind, record_id) values ('setting', 0);
end;

create trigger setting_delete_logged after delete on setting begin
  insert into change (kind, record_id) values ('setting', 0);
end;

-- A site shows no image that is gone.
create trigger image_delete_logo after delete on image begin
  delete from setting where name = 'site_logo' and value = cast(old.id as text);
end;

-- ================================================================================
-- Derived tables
-- Lists are found by them, whatever the number of events: counters of days, and links with the start of their events. Triggers keep
-- them right, whoever writes; "kalends check" compares them with what they follow from.
-- ================================================================================

-- Events by status and day of their start in UTC, without hidden ones.
create table event_day (
  status text not null,
  day text not null,
  n integer not null,
  primary key (status, day)
) without rowid;

-- The links of events that are not hidden, in the order of lists; "id" is that of the event.
create table term_listing (
  term_id integer not null,
  status text not null,
  start_utc text not null,
  id integer not null,
  primary key (term_id, status, start_utc, id)
) without rowid;

create table venue_listing (
  venue_id integer not null,
  status text not null,
  start_utc text not null,
  id integer not null,
  primary key (venue_id, status, start_utc, id)
) without rowid;

create table organizer_listing (
  organizer_id integer not null,
  status text not null,
  start_utc text not null,
  id integer not null,
  primary key (organizer_id, status, start_utc, id)
) without rowid;

-- An event that is changed leaves its old day and the old rows of its links, and gets new ones.
create trigger event_after_insert_listing after insert on event when new.hide_from_listings = 0 begin
  insert into event_day values (new.status, substr(new.start_utc, 1, 10), 1)
    on conflict (status, day) do update set n = event_day.n + 1;
end;

-- Before an event is deleted its links are still there.
create trigger event_before_delete_listing before delete on event when old.hide_from_listings = 0 begin
  update event_day set n = n - 1 where status = old.status and day = substr(old.start_utc, 1, 10);
  delete from term_listing where (term_id, status, start_utc, id) in (
    select term_id, old.status, old.start_utc, old.id from event_term where event_id = old.id);
  delete from venue_listing where (venue_id, status, start_utc, id) in (
    select venue_id, old.status, old.start_utc, old.id from event_venue where event_id = old.id);
  delete from organizer_listing where (organizer_id, status, start_utc, id) in (
    select organizer_id, old.status, old.start_utc, old.id from event_organizer where event_id = old.id);
end;

create trigger event_after_update_old_listing after update on event
  when old.hide_from_listings = 0
    and (old.status <> new.status or old.start_utc <> new.start_utc or old.hide_from_listings <> new.hide_from_listings)
begin
  update event_day set n = n - 1 where status = old.status and day = substr(old.start_utc, 1, 10);
  delete from term_listing where (term_id, status, start_utc, id) in (
    select term_id, old.status, old.start_utc, old.id from event_term where event_id = old.id);
  delete from venue_listing where (venue_id, status, start_utc, id) in (
    select venue_id, old.status, old.start_utc, old.id from event_venue where event_id = old.id);
  delete from organizer_listing where (organizer_id, status, start_utc, id) in (
    select organizer_id, old.status, old.start_utc, old.id from event_organizer where event_id = old.id);
end;

create trigger event_after_update_new_listing after update on event
  when new.hide_from_listings = 0
    and (old.status <> new.status or old.start_utc <> new.start_utc or old.hide_from_listings <> new.hide_from_listings)
begin
  insert into event_day values (new.status, substr(new.start_utc, 1, 10), 1)
    on conflict (status, day) do update set n = event_day.n + 1;
  insert into term_listing select term_id, new.status, new.start_utc, new.id from event_term where event_id = new.id;
  insert into venue_listing select venue_id, new.status, new.start_utc, new.id from event_venue where event_id = new.id;
  insert into organizer_listing select organizer_id, new.status, new.start_utc, new.id from event_organizer where event_id = new.id;
end;

-- A link is added or removed; its event may be hidden, or deleted already.
create trigger event_term_after_insert_listing after insert on event_term begin
  insert into term_listing
    select new.term_id, status, start_utc, id from event where id = new.event_id and hide_from_listings = 0;
end;

create trigger event_term_after_delete_listing after delete on event_term begin
  delete from term_listing where (term_id, status, start_utc, id) in (
    select old.term_id, status, start_utc, id from event where id = old.event_id);
end;

create trigger event_term_after_update_listing after update on event_term
  when old.event_id <> new.event_id or old.term_id <> new.term_id
begin
  delete from term_listing where (term_id, status, start_utc, id) in (
    select old.term_id, status, start_utc, id from event where id = old.event_id);
  insert into term_listing
    select new.term_id, status, start_utc, id from event where id = new.event_id and hide_from_listings = 0;
end;

create trigger event_venue_after_insert_listing after insert on event_venue begin
  insert into venue_listing
    select new.venue_id, status, start_utc, id from event where id = new.event_id and hide_from_listings = 0;
end;

create trigger event_venue_after_delete_listing after delete on event_venue begin
  delete from venue_listing where (venue_id, status, start_utc, id) in (
    select old.venue_id, status, start_utc, id from event where id = old.event_id);
end;

create trigger event_venue_after_update_listing after update on event_venue
  when old.event_id <> new.event_id or old.venue_id <> new.venue_id
begin
  delete from venue_listing where (venue_id, status, start_utc, id) in (
    select old.venue_id, status, start_utc, id from event where id = old.event_id);
  insert into venue_listing
    select new.venue_id, status, start_utc, id from event where id = new.event_id and hide_from_listings = 0;
end;

create trigger event_organizer_after_insert_listing after insert on event_organizer begin
  insert into organizer_listing
    select new.organizer_id, status, start_utc, id from event where id = new.event_id and hide_from_listings = 0;
end;

create trigger event_organizer_after_delete_listing after delete on event_organizer begin
  delete from organizer_listing where (organizer_id, status, start_utc, id) in (
    select old.organizer_id, status, start_utc, id from event where id = old.event_id);
end;

create trigger event_organizer_after_update_listing after update on event_organizer
  when old.event_id <> new.event_id or old.organizer_id <> new.organizer_id
begin
  delete from organizer_listing where (organizer_id, status, start_utc, id) in (
    select old.organizer_id, status, start_utc, id from event where id = old.event_id);
  insert into organizer_listing
    select new.organizer_id, status, start_utc, id from event where id = new.event_id and hide_from_listings = 0;
end;

-- The counters of terms count published events. Before an event is deleted its links are still there; afterwards they count no more.
create trigger event_term_insert_counted after insert on event_term begin
  update term set count = count + 1
    where id = new.term_id and exists (select 1 from event where id = new.event_id and status = 'publish');
end;

create trigger event_term_delete_counted after delete on event_term begin
  update term set count = count - 1
    where id = old.term_id and exists (select 1 from event where id = old.event_id and status = 'publish');
end;

create trigger event_term_update_counted after update on event_term
  when old.event_id <> new.event_id or old.term_id <> new.term_id
begin
  update term set count = count - 1
    where id = old.term_id and exists (select 1 from event where id = old.event_id and status = 'publish');
  update term set count = count + 1
    where id = new.term_id and exists (select 1 from event where id = new.event_id and status = 'publish');
end;

create trigger event_update_counted after update of status on event
  when (old.status = 'publish') <> (new.status = 'publish')
begin
  update term set count = count + case new.status when 'publish' then 1 else -1 end
    where id in (select term_id from event_term where event_id = new.id);
end;

create trigger event_delete_counted before delete on event when old.status = 'publish' begin
  update term set count = count - 1 where id in (select term_id from event_term where event_id = old.id);
end;

-- ================================================================================
-- Former slugs
-- ================================================================================

-- Triggers note a slug when it is given up, or its record is no longer public, so that no way of writing is forgotten. What was never public
-- leaves nothing behind. A record keeps its last 20.
create trigger event_slug_given_up after update of slug, status on event
  when old.status = 'publish' and (new.slug <> old.slug or new.status <> 'publish')
begin
  insert into former_slug (kind, slug, record_id, position) values ('event', old.slug, old.id,
    coalesce((select max(position) from former_slug where record_id = old.id and kind = 'event'), 0) + 1)
    on conflict (kind, slug) do update set record_id = excluded.record_id, position = excluded.position;
  delete from former_slug where record_id = old.id and kind = 'event' and position between 1 and
    (select max(position) from former_slug where record_id = old.id and kind = 'event') - 20;
end;

create trigger event_slugs_deleted after delete on event begin
  delete from former_slug where record_id = old.id and kind = 'event';
end;

create trigger venue_slug_given_up after update of slug, status on venue
  when old.status = 'publish' and (new.slug <> old.slug or new.status <> 'publish')
begin
  insert into former_slug (kind, slug, record_id, position) values ('venue', old.slug, old.id,
    coalesce((select max(position) from former_slug where record_id = old.id and kind = 'venue'), 0) + 1)
    on conflict (kind, slug) do update set record_id = excluded.record_id, position = excluded.position;
  delete from former_slug where record_id = old.id and kind = 'venue' and position between 1 and
    (select max(position) from former_slug where record_id = old.id and kind = 'venue') - 20;
end;

create trigger venue_slugs_deleted after delete on venue begin
  delete from former_slug where record_id = old.id and kind = 'venue';
end;

create trigger organizer_slug_given_up after update of slug, status on organizer
  when old.status = 'publish' and (new.slug <> old.slug or new.status <> 'publish')
begin
  insert into former_slug (kind, slug, record_id, position) values ('organizer', old.slug, old.id,
    coalesce((select max(position) from former_slug where record_id = old.id and kind = 'organizer'), 0) + 1)
    on conflict (kind, slug) do update set record_id = excluded.record_id, position = excluded.position;
  delete from former_slug where record_id = old.id and kind = 'organizer' and position between 1 and
    (select max(position) from former_slug where record_id = old.id and kind = 'organizer') - 20;
end;

create trigger organizer_slugs_deleted after delete on organizer begin
  delete from former_slug where record_id = old.id and kind = 'organizer';
end;

-- A series is public where one of its occurrences is; no occurrence has its slug, which leads to the next of them.
create trigger series_slug_given_up after update of slug on series
  when new.slug <> old.slug and exists (select 1 from event where series_id = old.id and status = 'publish')
begin
  insert into former_slug (kind, slug, record_id, position) values ('event', old.slug, old.id,
    coalesce((select max(position) from former_slug where record_id = old.id and kind = 'event'), 0) + 1)
    on conflict (kind, slug) do update set record_id = excluded.record_id, position = excluded.position;
  delete from former_slug where record_id = old.id and kind = 'event' and position between 1 and
    (select max(position) from former_slug where record_id = old.id and kind = 'event') - 20;
end;

create trigger series_slugs_deleted after delete on series begin
  delete from former_slug where record_id = old.id and kind = 'event';
end;

create trigger term_slug_given_up after update of slug on term
  when new.slug <> old.slug
begin
  insert into former_slug (kind, slug, record_id, position) values (old.taxonomy, old.slug, old.id,
    coalesce((select max(position) from former_slug where record_id = old.id and kind = old.taxonomy), 0) + 1)
    on conflict (kind, slug) do update set record_id = excluded.record_id, position = excluded.position;
  delete from former_slug where record_id = old.id and kind = old.taxonomy and position between 1 and
    (select max(position) from former_slug where record_id = old.id and kind = old.taxonomy) - 20;
end;

create trigger term_slugs_deleted after delete on term begin
  delete from former_slug where record_id = old.id and kind = old.taxonomy;
end;

-- ================================================================================
-- The index of searches
-- Each block has the texts of 1024 consecutive ids of records. Its tokens are all that stands between blanks in these texts. What a search
-- looks for contains no blank, so a text contains it where one of its tokens does. src/db/search-block.ts describes the columns.
-- ================================================================================

-- "version" is a random number that changes with the block; "records" has a bit for each id with a text; "grams" is a filter of the runs of
-- one to three characters in the tokens.
create table search_block (
  number integer primary key,
  version integer not null,
  records blob not null,
  grams blob not null,
  tokens text not null
);
create index search_block_version on search_block (number, version);

-- For each group of tokens, which records have them. The id is 16777216 times the number of the block, plus the place of the group.
create table search_list (
  id integer primary key,
  lists blob not null
);

-- Records whose text has changed since the block was written. A search looks at these texts themselves, until a process writes them to
-- their block together.
create table search_pending (
  record_id integer primary key
);

create trigger search_text_insert_indexed after insert on search_text begin
  insert into search_pending values (new.record_id) on conflict (record_id) do nothing;
end;

create trigger search_text_update_indexed after update on search_text
  when old.text <> new.text or old.record_id <> new.record_id
begin
  insert into search_pending values (old.record_id) on conflict (record_id) do nothing;
  insert into search_pending values (new.record_id) on conflict (record_id) do nothing;
end;

create trigger search_text_delete_indexed after delete on search_text begin
  insert into search_pending values (old.record_id) on conflict (record_id) do nothing;
end;

-- ================================================================================
-- Statistics of the planner
-- The rows of a table, and how many of them SQLite is to expect for the first column of an index, for the first two, and so on.
-- Without them it expects ten rows for each status, and would rather read all published events than look one up by its id. These
-- figures never change, and with them no plan does.
-- ================================================================================

-- This makes the table of statistics.
analyze sqlite_schema;

insert into sqlite_stat1 (tbl, idx, stat) values
  ('event', 'event_status_date', '100000 50000 2 1'),
  ('event', 'event_status_end', '100000 50000 2'),
  ('event', 'event_listed', '100000 50000 2 1 1'),
  ('venue', 'venue_status_date', '10000 5000 2 1'),
  ('organizer', 'organizer_status_date', '10000 5000 2 1'),
  ('venue', 'venue_status_title', '10000 5000 2 1'),
  ('venue', 'venue_status_modified', '10000 5000 2 1'),
  ('organizer', 'organizer_status_title', '10000 5000 2 1'),
  ('organizer', 'organizer_status_modified', '10000 5000 2 1');

-- This has them read.
analyze sqlite_schema;
