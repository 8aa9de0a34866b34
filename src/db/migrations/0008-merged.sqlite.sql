-- Where venues and organizers went that were merged, and notes of the server, for SQLite. The file for PostgreSQL beside it makes the same.

-- The record that has taken in the one whose page had "slug". "kind" is venue or organizer.
create table merged (
  kind text not null,
  slug text not null,
  into_id integer not null,
  primary key (kind, slug)
);

-- What the server notes for itself. Unlike a setting, no page shows it, so no cached response depends on it.
create table note (
  name text primary key,
  value text not null
);

insert into note (name, value) select name, value from setting where name = 'last_backup';
delete from setting where name = 'last_backup';
