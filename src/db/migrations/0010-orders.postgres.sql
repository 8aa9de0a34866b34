-- What lists are ordered by when a client asks for an order (sort), for PostgreSQL. The file for SQLite beside it makes the same.

-- The beginning of the title without letter case and accents: the first line of the searched text, which is the title.
alter table event add column title_order text collate "C" not null default '';
alter table venue add column title_order text collate "C" not null default '';
alter table organizer add column title_order text collate "C" not null default '';

update event set title_order = coalesce((select substr(split_part(text, U&'\2028', 1), 1, 200) from search_text where record_id = event.id), '');
update venue set title_order = coalesce((select substr(split_part(text, U&'\2028', 1), 1, 200) from search_text where record_id = venue.id), '');
update organizer set title_order = coalesce((select substr(split_part(text, U&'\2028', 1), 1, 200) from search_text where record_id = organizer.id), '');

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
