-- The least price of an event and its currency as it is written there, empty where none is: both follow from "cost". The price is -1 where
-- none is known, and null until a start has read it, which takes the program.
alter table event add column least_price double precision;
alter table event add column price_currency text collate "C" not null default '';
create index event_price_unread on event (id) where least_price is null;

-- Lists of events up to a price, and of those with a picture, in the order of their start.
create index event_priced on event (status, start_utc, id, end_utc, least_price, price_currency) where least_price >= 0 and hide_from_listings = 0;
create index event_pictured on event (status, start_utc, id, end_utc, image_id) where image_id is not null and hide_from_listings = 0;

-- An event that was moved online is one that is online.
drop index event_virtual;
create index event_virtual on event (status, start_utc, id, attendance_mode, event_status)
  where (attendance_mode <> 'offline' or event_status = 'moved_online') and hide_from_listings = 0;
