-- People, for SQLite: what is known of a user besides the name, names and last uses of application passwords, sessions that can be
-- listed and ended. The file for PostgreSQL beside it makes the same tables.

-- "display_key" is the shown name folded to lower case, by which lists are ordered; "slug" is unique.
alter table "user" add column slug text not null default '';
alter table "user" add column display_name text not null default '';
alter table "user" add column display_key text not null default '';
alter table "user" add column first_name text not null default '';
alter table "user" add column last_name text not null default '';
alter table "user" add column url text not null default '';
alter table "user" add column description text not null default '';

-- A slug with a number is that of the user with this id, so that no two are equal.
update "user" set
  slug = case
    when role = 'removed' then ':removed:' || id
    when name_key glob '*[^a-z0-9-]*' or name_key glob '-*' or name_key glob '*-' or name_key glob '*--*'
      or name_key glob 'user-[0-9]*' then 'user-' || id
    else name_key end,
  display_name = case when role = 'removed' then '' else name end,
  display_key = case when role = 'removed' then '' else name_key end;

-- Users who were removed keep a row, since records keep the id of their author. No list shows them.
create unique index user_slug on "user" (slug);
create index user_listed on "user" (id) where role <> 'removed';
create index user_listed_name on "user" (display_key, id) where role <> 'removed';
create index user_listed_created on "user" (created_utc, id) where role <> 'removed';
create index user_listed_email on "user" (email, id) where role <> 'removed';
create index user_listed_role on "user" (role, id) where role <> 'removed';

-- An application password is named by its "uuid"; "app_id" is that of the program, where it has sent one.
alter table credential add column uuid text not null default '';
alter table credential add column app_id text not null default '';

-- A random UUID of version 4 (RFC 9562, 5.4).
update credential set uuid = lower(
  hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' ||
  substr('89AB', 1 + (abs(random()) % 4), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)));

create unique index credential_uuid on credential (uuid);

-- When an application password was used last. It has a table of its own: a change of "credential" makes every process forget whom it knows.
create table credential_use (
  credential_id integer primary key references credential (id) on delete cascade,
  used_utc text not null
);

-- "client" describes the browser in a few words.
alter table session add column uuid text not null default '';
alter table session add column used_utc text;
alter table session add column client text not null default '';

update session set uuid = lower(
  hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' ||
  substr('89AB', 1 + (abs(random()) % 4), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)));

create unique index session_uuid on session (uuid);
create index session_of_user on session (user_id, created_utc);
