-- ================================================================================
-- The latest change of each record, for readers that keep a copy
-- Its number is the id of the entry in the log of changes, so that numbers grow in the order of commits. The log is trimmed; this is not.
-- ================================================================================

-- "published" is 1 from the first time at which lists show the record to everybody: only then may everybody learn that it is gone.
create table latest_change (
  kind text collate "C" not null,
  record_id bigint not null,
  number bigint not null,
  published integer not null,
  primary key (kind, record_id)
);

-- Identifies the numbers, which begin anew in another database, and says up to which number removed records have been forgotten.
create table change_epoch (
  id integer primary key,
  epoch text collate "C" not null,
  forgotten bigint not null
);

insert into change_epoch values (1, substr(md5(random()::text || clock_timestamp()::text), 1, 12), 0);

-- The last number of each day in UTC.
create table change_day (
  day text collate "C" primary key,
  number bigint not null
);

-- Records that have changed, and whose events have yet to get a number: those with greater ids than "after_id".
create table pending_link (
  kind text collate "C" not null,
  record_id bigint not null,
  after_id bigint not null,
  primary key (kind, record_id)
);

insert into latest_change (kind, record_id, number, published)
  select kind, id, (select max(id) from change) + row_number() over (order by kind, id), published from (
    select 'event' as kind, id, (status = 'publish' and hide_from_listings = 0)::integer as published from event
    union all select 'venue', id, (status = 'publish')::integer from venue
    union all select 'organizer', id, (status = 'publish')::integer from organizer
    union all select taxonomy, id, 1 from term) as record;

create index latest_change_number on latest_change (kind, published, number);

-- No change may get a number that a record has already.
select setval(pg_get_serial_sequence('change', 'id'),
  greatest((select max(id) from change), coalesce((select max(number) from latest_change), 0)));

insert into change (kind, record_id) values ('event', 0);

-- Rows of the log come by the hundred in one statement. A counter belongs to the record of its term, but not to the events that show it:
-- each new event would bring all others of its category.
create function number_changes() returns trigger language plpgsql as $$
  begin
    insert into latest_change (kind, record_id, number, published)
      select kind, record_id, number,
          case kind
            when 'event' then coalesce((select (status = 'publish' and hide_from_listings = 0)::integer
              from event where id = record_id), 0)
            when 'venue' then coalesce((select (status = 'publish')::integer from venue where id = record_id), 0)
            else coalesce((select (status = 'publish')::integer from organizer where id = record_id), 0)
          end
        from (select kind, record_id, max(id) as number from logged
          where kind in ('event', 'venue', 'organizer') and record_id <> 0 group by kind, record_id) as latest
      on conflict (kind, record_id) do update set
        number = excluded.number, published = greatest(latest_change.published, excluded.published);
    if not exists (select from logged where kind in ('venue', 'organizer', 'term', 'count', 'image')) then
      return null;
    end if;
    update latest_change set number = latest.number
      from (select record_id, max(id) as number from logged where kind in ('term', 'count') group by record_id) as latest
      where latest_change.record_id = latest.record_id and latest_change.kind in ('category', 'tag');
    insert into latest_change (kind, record_id, number, published)
      select taxonomy, term.id, max(logged.id), 1 from logged join term on term.id = logged.record_id
        where logged.kind in ('term', 'count') group by taxonomy, term.id
      on conflict (kind, record_id) do nothing;
    insert into pending_link (kind, record_id, after_id)
      select distinct kind, record_id, 0 from logged where record_id <> 0 and case kind
          when 'venue' then exists (select from event_venue where venue_id = record_id)
          when 'organizer' then exists (select from event_organizer where organizer_id = record_id)
          when 'term' then exists (select from event_term where term_id = record_id)
          when 'image' then exists (select from event where image_id = record_id)
            or exists (select from venue where image_id = record_id)
            or exists (select from organizer where image_id = record_id)
          else false
        end
      on conflict (kind, record_id) do update set after_id = 0;
    return null;
  end
$$;

create trigger change_numbered after insert on change
  referencing new table as logged for each statement execute function number_changes();

-- A table that is emptied shows none of its rows: readers have to begin anew.
create function renew_epoch() returns trigger language plpgsql as $$
  begin
    update change_epoch set epoch = substr(md5(random()::text || clock_timestamp()::text), 1, 12);
    delete from latest_change where kind = any (tg_argv);
    return null;
  end
$$;

create trigger event_truncate_renews after truncate on event
  for each statement execute function renew_epoch('event');
create trigger venue_truncate_renews after truncate on venue
  for each statement execute function renew_epoch('venue');
create trigger organizer_truncate_renews after truncate on organizer
  for each statement execute function renew_epoch('organizer');
create trigger term_truncate_renews after truncate on term
  for each statement execute function renew_epoch('category', 'tag');
