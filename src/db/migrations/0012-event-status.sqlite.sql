-- What an event says about itself, for SQLite. The file for PostgreSQL beside it makes the same.

-- Whether the event takes place as planned, and why not; where it was moved, "previous_start_utc" is its former start.
alter table event add column event_status text not null default 'scheduled';
alter table event add column event_status_reason text not null default '';
alter table event add column previous_start_utc text;

-- How it is attended: on the spot, online, or both.
alter table event add column attendance_mode text not null default 'offline';
alter table event add column virtual_url text not null default '';

-- The offers as JSON, empty for none, and the best availability that one of them has.
alter table event add column offers text not null default '';
alter table event add column availability text not null default '';

-- Most events have none of this: the indexes are small.
create index event_changed on event (status, start_utc, id, event_status) where event_status <> 'scheduled' and hide_from_listings = 0;
create index event_virtual on event (status, start_utc, id, attendance_mode) where attendance_mode <> 'offline' and hide_from_listings = 0;
create index event_offered on event (status, start_utc, id, availability) where availability <> '' and hide_from_listings = 0;
