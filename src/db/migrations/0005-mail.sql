-- The language of somebody's messages, '' for that of the site, and what they are told of: "review_mail" is how soon of events that wait for review
-- ('now', 'daily', 'never'), "own_mail" whether of what becomes of their own ones, and "trouble_mail" whether of sources and backups.
alter table "user" add column language text not null default '';
alter table "user" add column review_mail text not null default 'daily';
alter table "user" add column own_mail bigint not null default 1;
alter table "user" add column trouble_mail bigint not null default 1;

-- The events of which it was noted that they wait for review; once one waits no longer, its author is told, and it goes.
create table awaited_review (
  event_id bigint primary key references event (id) on delete cascade
);

-- The state of a source of which administrators were told last.
alter table source add column told_state text not null default 'active';

-- How many comments somebody has written of late.
create index review_writer on review (user_id, date_utc) where decision = 'comment';
