-- "was_taken" is 1 once an event of the submission was public or private: then it belongs to those who look after the calendar, and its
-- person can no longer withdraw it. "replaces_id" names the submission that was sent back and is sent again by this one.
alter table submission add column was_taken integer not null default 0;
alter table submission add column replaces_id bigint;

update submission set was_taken = 1
where exists (
  select 1 from event
  where (event.id = submission.event_id or event.series_id = submission.series_id) and event.status in ('publish', 'future', 'private')
);
create index submission_replaces on submission (replaces_id) where replaces_id is not null;
