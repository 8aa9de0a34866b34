-- Links by which people come in, and settings that are changed over HTTP, for SQLite. The file for PostgreSQL beside it makes the same.

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

create unique index link_token on link (token_hash);
create index link_of_user on link (user_id);

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
