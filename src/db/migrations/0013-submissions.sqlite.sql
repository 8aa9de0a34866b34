-- Events that visitors have submitted, for SQLite. The file for PostgreSQL beside it makes the same.

-- Who submitted an event. "state" is "unconfirmed" until the link in a message was followed, then "open", and "withdrawn" at the end.
-- "payload" is what was sent, as JSON; "event_id" and "series_id" name the event that was made of it, which may be gone. "network_hash"
-- counts the submissions of a network, and is emptied after a day. "picture" is the file in its full size, and "preview" in a small one.
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
  series_id integer,
  picture_name text not null,
  picture blob,
  preview blob
);

create unique index submission_token on submission (token_hash);
create index submission_created on submission (created_utc);
create index submission_event on submission (event_id) where event_id is not null;
create index submission_series on submission (series_id) where series_id is not null;
