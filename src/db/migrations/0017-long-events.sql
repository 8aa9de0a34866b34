-- Events that end on a later day than they start: calendars look for those that began years ago and still go on. The dates are in the index so
-- that SQLite, which tests the condition again, reads no rows.
create index event_long on event (status, start_utc, id, end_utc, start_date, end_date)
  where substr(end_date, 1, 10) > substr(start_date, 1, 10) and hide_from_listings = 0;
