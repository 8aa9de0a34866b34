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

-- "title_key" is the title folded to lower case, by which namesakes are found; "is_free" follows from "cost".
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
  is_free bigint not null default 0
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
  show_map_link bigint not null
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
  email text collate "C" not null
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
create table term (
  id bigint primary key default next_id('term'),
  taxonomy text collate "C" not null,
  name text collate "C" not null,
  name_key text collate "C" not null,
  slug text collate "C" not null,
  description text collate "C" not null,
  parent_id bigint not null default 0,
  count bigint not null default 0,
  search_text text collate "C" not null
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

create table "user" (
  id bigint primary key default next_id('user'),
  name text collate "C" not null,
  name_key text collate "C" not null,
  email text collate "C" not null,
  role text collate "C" not null,
  password_hash text collate "C",
  created_utc text collate "C" not null
);

-- Application passwords.
create table credential (
  id bigint primary key default next_id('credential'),
  user_id bigint not null references "user" (id) on delete cascade,
  label text collate "C" not null,
  secret_hash text collate "C" not null,
  created_utc text collate "C" not null
);

-- Browsers that are logged in.
create table session (
  token_hash text collate "C" primary key,
  user_id bigint not null references "user" (id) on delete cascade,
  created_utc text collate "C" not null,
  expires_utc text collate "C" not null
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
-- The index of searches
-- An index of the extension pg_trgm, where the database can have it. The extension is trusted since PostgreSQL 13: the owner of a
-- database may create it, where it is installed. Without it searches are slow, and "kalends check --repair" makes it later.
-- ================================================================================

do $$
  declare home text;
  begin
    begin
      create extension if not exists pg_trgm;
    exception when others then null;
    end;
    select nspname into home from pg_extension join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm';
    if home is not null then
      execute format('create index search_text_trigram on search_text using gin (text %I.gin_trgm_ops)', home);
    end if;
  end
$$;
