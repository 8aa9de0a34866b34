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

-- "title_key" is the title folded to lower case, by which namesakes are found; "is_free" follows from "cost".
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
  is_free integer not null default 0
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
  show_map_link integer not null
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
  email text not null
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
create table term (
  id integer primary key autoincrement,
  taxonomy text not null,
  name text not null,
  name_key text not null,
  slug text not null,
  description text not null,
  parent_id integer not null default 0,
  count integer not null default 0,
  search_text text not null
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

create table "user" (
  id integer primary key autoincrement,
  name text not null,
  name_key text not null,
  email text not null,
  role text not null,
  password_hash text,
  created_utc text not null
);

-- Application passwords.
create table credential (
  id integer primary key autoincrement,
  user_id integer not null references "user" (id) on delete cascade,
  label text not null,
  secret_hash text not null,
  created_utc text not null
);

-- Browsers that are logged in.
create table session (
  token_hash text primary key,
  user_id integer not null references "user" (id) on delete cascade,
  created_utc text not null,
  expires_utc text not null
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
-- The index of searches
-- SQLite's own full-text index, whose tokens are all runs of three characters as they are; it holds ids, and no texts.
-- ================================================================================

create virtual table search_index using fts5 (
  text,
  tokenize = 'trigram case_sensitive 1',
  detail = none,
  content = search_text,
  content_rowid = record_id
);

-- The size of a page in bytes: a write may have to merge 64 pages or more at a time, and all requests wait for it.
insert into search_index (search_index, rank) values ('pgsz', 1000);
insert into search_index (search_index) values ('rebuild');

-- The index takes many texts at a time, since each time costs more than one text. What is written waits here, with the text that the
-- index has of it ("indexed"; null where it has none), until a thread brings it into the index.
create table search_pending (
  record_id integer primary key,
  indexed text
);

create trigger search_text_insert_indexed after insert on search_text begin
  insert into search_pending values (new.record_id, null) on conflict (record_id) do nothing;
end;

-- The first insert may bring all waiting texts into the index, the new one too, which then waits no longer.
create trigger search_text_update_indexed after update on search_text
  when old.text <> new.text or old.record_id <> new.record_id
begin
  insert into search_pending values (old.record_id, old.text) on conflict (record_id) do nothing;
  insert into search_pending select new.record_id, null where new.record_id <> old.record_id
    on conflict (record_id) do nothing;
end;

create trigger search_text_delete_indexed after delete on search_text begin
  insert into search_pending values (old.record_id, old.text) on conflict (record_id) do nothing;
end;

-- Each search reads every text that waits. Where the thread is busy for long, the write that makes them 512 brings them in.
create trigger search_pending_full after insert on search_pending
  when (select count(*) from search_pending) >= 512
begin
  insert into search_index (search_index, rowid, text)
    select 'delete', record_id, indexed from search_pending where indexed is not null;
  insert into search_index (rowid, text)
    select record_id, text from search_text where record_id in (select record_id from search_pending);
  delete from search_pending;
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
  ('organizer', 'organizer_status_date', '10000 5000 2 1');

-- This has them read.
analyze sqlite_schema;
