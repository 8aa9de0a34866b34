-- The submission from which an event comes: all its dates have it, also where a series is divided or left.
alter table event add column submission_id bigint;

update event set submission_id = (
  select min(submission.id) from submission
  where submission.event_id = event.id or submission.series_id = event.series_id
    or submission.event_id in (select other.id from event as other where other.series_id = event.series_id)
)
where exists (select 1 from submission);

create index event_submission on event (submission_id) where submission_id is not null;
drop index submission_series;
alter table submission drop column series_id;
