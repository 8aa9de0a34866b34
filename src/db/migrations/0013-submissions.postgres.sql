-- Events that visitors have submitted, for PostgreSQL. The file for SQLite beside it makes the same.

-- Who submitted an event. "state" is "unconfirmed" until the link in a message was followed, then "open", and "withdrawn" at the end.
-- "payload" is what was sent, as JSON; "event_id" and "series_id" name the event that was made of it, which may be gone. "network_hash"
-- counts the submissions of a network, and is emptied after a day. "picture" is the file in its full size, and "preview" in a small one.
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
  series_id bigint,
  picture_name text collate "C" not null,
  picture bytea,
  preview bytea
);

create unique index submission_token on submission (token_hash);
create index submission_created on submission (created_utc);
create index submission_event on submission (event_id) where event_id is not null;
create index submission_series on submission (series_id) where series_id is not null;
