-- The slugs that lead to a record besides its own, for PostgreSQL. The file for SQLite beside it makes the same.

-- "kind" is event, venue, organizer, category or tag; "record_id" is the id of the record, of the term, or of the series. The slugs of one
-- record are numbered as they were given up; those of records that were merged into it have the position 0.
create table former_slug (
  kind text collate "C" not null,
  slug text collate "C" not null,
  record_id bigint not null,
  position bigint not null default 0,
  primary key (kind, slug)
);

create index former_slug_record on former_slug (record_id, kind, position);

insert into former_slug (kind, slug, record_id) select kind, slug, into_id from merged;
drop table merged;

-- Triggers note a slug when it is given up, or its record is no longer public, so that no way of writing is forgotten. What was never public
-- leaves nothing behind. A record keeps its last 20.
create function note_former_slug() returns trigger language plpgsql as $$
  declare
    its_kind text := case tg_table_name when 'term' then to_jsonb(old) ->> 'taxonomy' when 'series' then 'event' else tg_table_name end;
    newest bigint := coalesce((select max(position) from former_slug where record_id = old.id and kind = its_kind), 0) + 1;
  begin
    if tg_table_name = 'series' and not exists (select from event where series_id = old.id and status = 'publish') then
      return null;
    end if;
    insert into former_slug (kind, slug, record_id, position) values (its_kind, old.slug, old.id, newest)
      on conflict (kind, slug) do update set record_id = excluded.record_id, position = excluded.position;
    delete from former_slug where record_id = old.id and kind = its_kind and position between 1 and newest - 20;
    return null;
  end
$$;

create function delete_former_slugs() returns trigger language plpgsql as $$
  begin
    delete from former_slug where record_id = old.id
      and kind = case tg_table_name when 'term' then to_jsonb(old) ->> 'taxonomy' when 'series' then 'event' else tg_table_name end;
    return null;
  end
$$;

create trigger event_slug_given_up after update of slug, status on event for each row
  when (old.status = 'publish' and (new.slug <> old.slug or new.status <> 'publish')) execute function note_former_slug();
create trigger event_slugs_deleted after delete on event for each row execute function delete_former_slugs();

create trigger venue_slug_given_up after update of slug, status on venue for each row
  when (old.status = 'publish' and (new.slug <> old.slug or new.status <> 'publish')) execute function note_former_slug();
create trigger venue_slugs_deleted after delete on venue for each row execute function delete_former_slugs();

create trigger organizer_slug_given_up after update of slug, status on organizer for each row
  when (old.status = 'publish' and (new.slug <> old.slug or new.status <> 'publish')) execute function note_former_slug();
create trigger organizer_slugs_deleted after delete on organizer for each row execute function delete_former_slugs();

-- A series is public where one of its occurrences is; no occurrence has its slug, which leads to the next of them.
create trigger series_slug_given_up after update of slug on series for each row
  when (new.slug <> old.slug) execute function note_former_slug();
create trigger series_slugs_deleted after delete on series for each row execute function delete_former_slugs();

create trigger term_slug_given_up after update of slug on term for each row
  when (new.slug <> old.slug) execute function note_former_slug();
create trigger term_slugs_deleted after delete on term for each row execute function delete_former_slugs();
