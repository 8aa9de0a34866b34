-- ================================================================================
-- The latest change of each record, for readers that keep a copy
-- Its number is the id of the entry in the log of changes, so that numbers grow in the order of commits. The log is trimmed; this is not.
-- ================================================================================

-- "published" is 1 from the first time at which lists show the record to everybody: only then may everybody learn that it is gone.
create table latest_change (
  kind text not null,
  record_id integer not null,
  number integer not null,
  published integer not null,
  primary key (kind, record_id)
) without rowid;

-- Identifies the numbers, which begin anew in another database, and says up to which number removed records have been forgotten.
create table change_epoch (
  id integer primary key,
  epoch text not null,
  forgotten integer not null
);

insert into change_epoch values (1, lower(hex(randomblob(6))), 0);

-- The last number of each day in UTC.
create table change_day (
  day text primary key,
  number integer not null
);

-- Records that have changed, and whose events have yet to get a number: those with greater ids than "after_id".
create table pending_link (
  kind text not null,
  record_id integer not null,
  after_id integer not null,
  primary key (kind, record_id)
) without rowid;

insert into latest_change (kind, record_id, number, published)
  select kind, id, (select max(id) from change) + row_number() over (order by kind, id), published from (
    select 'event' as kind, id, status = 'publish' and hide_from_listings = 0 as published from event
    union all select 'venue', id, status = 'publish' from venue
    union all select 'organizer', id, status = 'publish' from organizer
    union all select taxonomy, id, 1 from term);

create index latest_change_number on latest_change (kind, published, number);

-- No change may get a number that a record has already.
update sqlite_sequence set seq = max(seq, coalesce((select max(number) from latest_change), 0)) where name = 'change';

insert into change (kind, record_id) values ('event', 0);

create trigger change_of_event_numbered after insert on change when new.kind = 'event' and new.record_id <> 0 begin
  insert into latest_change (kind, record_id, number, published)
    values ('event', new.record_id, new.id,
      coalesce((select status = 'publish' and hide_from_listings = 0 from event where id = new.record_id), 0))
    on conflict (kind, record_id) do update set
      number = excluded.number, published = max(published, excluded.published);
end;

create trigger change_of_venue_numbered after insert on change when new.kind = 'venue' and new.record_id <> 0 begin
  insert into latest_change (kind, record_id, number, published)
    values ('venue', new.record_id, new.id, coalesce((select status = 'publish' from venue where id = new.record_id), 0))
    on conflict (kind, record_id) do update set
      number = excluded.number, published = max(published, excluded.published);
  insert into pending_link (kind, record_id, after_id)
    select 'venue', new.record_id, 0 where exists (select 1 from event_venue where venue_id = new.record_id)
    on conflict (kind, record_id) do update set after_id = 0;
end;

create trigger change_of_organizer_numbered after insert on change when new.kind = 'organizer' and new.record_id <> 0 begin
  insert into latest_change (kind, record_id, number, published)
    values ('organizer', new.record_id, new.id,
      coalesce((select status = 'publish' from organizer where id = new.record_id), 0))
    on conflict (kind, record_id) do update set
      number = excluded.number, published = max(published, excluded.published);
  insert into pending_link (kind, record_id, after_id)
    select 'organizer', new.record_id, 0 where exists (select 1 from event_organizer where organizer_id = new.record_id)
    on conflict (kind, record_id) do update set after_id = 0;
end;

-- A counter belongs to the record of its term, but not to the events that show it: each new event would bring all others of its category.
create trigger change_of_term_numbered after insert on change
  when new.kind in ('term', 'count') and new.record_id <> 0 begin
  update latest_change set number = new.id where kind in ('category', 'tag') and record_id = new.record_id;
  insert into latest_change (kind, record_id, number, published)
    select taxonomy, id, new.id, 1 from term where id = new.record_id
    on conflict (kind, record_id) do nothing;
  insert into pending_link (kind, record_id, after_id)
    select 'term', new.record_id, 0
      where new.kind = 'term' and exists (select 1 from event_term where term_id = new.record_id)
    on conflict (kind, record_id) do update set after_id = 0;
end;

create trigger change_of_image_numbered after insert on change when new.kind = 'image' and new.record_id <> 0 begin
  insert into pending_link (kind, record_id, after_id)
    select 'image', new.record_id, 0
      where exists (select 1 from event where image_id = new.record_id)
        or exists (select 1 from venue where image_id = new.record_id)
        or exists (select 1 from organizer where image_id = new.record_id)
    on conflict (kind, record_id) do update set after_id = 0;
end;
