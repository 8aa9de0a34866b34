-- Searches by the words of the texts, for PostgreSQL. The file for SQLite beside it makes the same tables.

-- ================================================================================
-- The index of trigrams, which these tables replace
-- The extension pg_trgm is left where it is: something else may use it.
-- ================================================================================

drop index if exists search_text_trigram;

-- ================================================================================
-- The index of searches
-- Each block has the texts of 1024 consecutive ids of records. Its tokens are all that stands between blanks in these texts. What a search
-- looks for contains no blank, so a text contains it where one of its tokens does. src/db/search-block.ts describes the columns.
-- ================================================================================

-- "version" is a random number that changes with the block; "records" has a bit for each id with a text; "grams" is a filter of the runs of
-- one to three characters in the tokens.
create table search_block (
  number bigint primary key,
  version bigint not null,
  records bytea not null,
  grams bytea not null,
  tokens text collate "C" not null
);
create index search_block_version on search_block (number, version);

-- For each group of tokens, which records have them. The id is 16777216 times the number of the block, plus the place of the group.
create table search_list (
  id bigint primary key,
  lists bytea not null
);

-- Decompressing them takes longer than reading what compression saves.
alter table search_block alter column grams set storage external, alter column tokens set storage external;
alter table search_list alter column lists set storage external;

-- Records whose text has changed since the block was written. A search looks at these texts themselves, until a process writes them to
-- their block together.
create table search_pending (
  record_id bigint primary key
);

insert into search_pending select record_id from search_text;

create function search_text_changed() returns trigger language plpgsql as $$
  begin
    insert into search_pending select record_id from changed on conflict (record_id) do nothing;
    return null;
  end
$$;
create trigger search_text_insert_indexed after insert on search_text
  referencing new table as changed for each statement execute function search_text_changed();
create trigger search_text_delete_indexed after delete on search_text
  referencing old table as changed for each statement execute function search_text_changed();

create function search_text_updated() returns trigger language plpgsql as $$
  begin
    insert into search_pending values (old.record_id) on conflict (record_id) do nothing;
    insert into search_pending values (new.record_id) on conflict (record_id) do nothing;
    return null;
  end
$$;
create trigger search_text_update_indexed after update on search_text
  for each row when (old.text <> new.text or old.record_id <> new.record_id)
  execute function search_text_updated();

-- A truncate shows no rows to a trigger: everything is removed.
create function search_text_truncated() returns trigger language plpgsql as $$
  begin
    delete from search_block;
    delete from search_list;
    delete from search_pending;
    return null;
  end
$$;
create trigger search_text_truncate_indexed after truncate on search_text
  for each statement execute function search_text_truncated();
