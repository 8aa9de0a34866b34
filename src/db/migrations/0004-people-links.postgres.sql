-- Links by which people come in, and settings that are changed over HTTP, for PostgreSQL. The file for SQLite beside it makes the same.

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

create unique index link_token on link (token_hash);
create index link_of_user on link (user_id);

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
