-- The slugs that lead to a record besides its own, for SQLite. The file for PostgreSQL beside it makes the same.

-- "kind" is event, venue, organizer, category or tag; "record_id" is the id of the record, of the term, or of the series. The slugs of one
-- record are numbered as they were given up; those of records that were merged into it have the position 0.
create table former_slug (
  kind text not null,
  slug text not null,
  record_id integer not null,
  position integer not null default 0,
  primary key (kind, slug)
);

create index former_slug_record on former_slug (record_id, kind, position);

insert into former_slug (kind, slug, record_id) select kind, slug, into_id from merged;
drop table merged;

-- Triggers note a slug when it is given up, or its record is no longer public, so that no way of writing is forgotten. What was never public
-- leaves nothing behind. A record keeps its last 20.

create trigger event_slug_given_up after update of slug, status on event
  when old.status = 'publish' and (new.slug <> old.slug or new.status <> 'publish')
begin
  insert into former_slug (kind, slug, record_id, position) values ('event', old.slug, old.id,
    coalesce((select max(position) from former_slug where record_id = old.id and kind = 'event'), 0) + 1)
    on conflict (kind, slug) do update set record_id = excluded.record_id, position = excluded.position;
  delete from former_slug where record_id = old.id and kind = 'event' and position between 1 and
    (select max(position) from former_slug where record_id = old.id and kind = 'event') - 20;
end;

create trigger event_slugs_deleted after delete on event begin
  delete from former_slug where record_id = old.id and kind = 'event';
end;

create trigger venue_slug_given_up after update of slug, status on venue
  when old.status = 'publish' and (new.slug <> old.slug or new.status <> 'publish')
begin
  insert into former_slug (kind, slug, record_id, position) values ('venue', old.slug, old.id,
    coalesce((select max(position) from former_slug where record_id = old.id and kind = 'venue'), 0) + 1)
    on conflict (kind, slug) do update set record_id = excluded.record_id, position = excluded.position;
  delete from former_slug where record_id = old.id and kind = 'venue' and position between 1 and
    (select max(position) from former_slug where record_id = old.id and kind = 'venue') - 20;
end;

create trigger venue_slugs_deleted after delete on venue begin
  delete from former_slug where record_id = old.id and kind = 'venue';
end;

create trigger organizer_slug_given_up after update of slug, status on organizer
  when old.status = 'publish' and (new.slug <> old.slug or new.status <> 'publish')
begin
  insert into former_slug (kind, slug, record_id, position) values ('organizer', old.slug, old.id,
    coalesce((select max(position) from former_slug where record_id = old.id and kind = 'organizer'), 0) + 1)
    on conflict (kind, slug) do update set record_id = excluded.record_id, position = excluded.position;
  delete from former_slug where record_id = old.id and kind = 'organizer' and position between 1 and
    (select max(position) from former_slug where record_id = old.id and kind = 'organizer') - 20;
end;

create trigger organizer_slugs_deleted after delete on organizer begin
  delete from former_slug where record_id = old.id and kind = 'organizer';
end;

-- A series is public where one of its occurrences is; no occurrence has its slug, which leads to the next of them.
create trigger series_slug_given_up after update of slug on series
  when new.slug <> old.slug and exists (select 1 from event where series_id = old.id and status = 'publish')
begin
  insert into former_slug (kind, slug, record_id, position) values ('event', old.slug, old.id,
    coalesce((select max(position) from former_slug where record_id = old.id and kind = 'event'), 0) + 1)
    on conflict (kind, slug) do update set record_id = excluded.record_id, position = excluded.position;
  delete from former_slug where record_id = old.id and kind = 'event' and position between 1 and
    (select max(position) from former_slug where record_id = old.id and kind = 'event') - 20;
end;

create trigger series_slugs_deleted after delete on series begin
  delete from former_slug where record_id = old.id and kind = 'event';
end;

create trigger term_slug_given_up after update of slug on term
  when new.slug <> old.slug
begin
  insert into former_slug (kind, slug, record_id, position) values (old.taxonomy, old.slug, old.id,
    coalesce((select max(position) from former_slug where record_id = old.id and kind = old.taxonomy), 0) + 1)
    on conflict (kind, slug) do update set record_id = excluded.record_id, position = excluded.position;
  delete from former_slug where record_id = old.id and kind = old.taxonomy and position between 1 and
    (select max(position) from former_slug where record_id = old.id and kind = old.taxonomy) - 20;
end;

create trigger term_slugs_deleted after delete on term begin
  delete from former_slug where record_id = old.id and kind = old.taxonomy;
end;
