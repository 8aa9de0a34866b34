-- Searches by the words of the texts, for SQLite. The file for PostgreSQL beside it makes the same tables.

-- ================================================================================
-- The index of trigrams, which these tables replace
-- ================================================================================

drop trigger search_text_insert_indexed;
drop trigger search_text_update_indexed;
drop trigger search_text_delete_indexed;
drop table search_pending;
drop table search_index;

-- ================================================================================
-- The index of searches
-- Each block has the texts of 1024 consecutive ids of records. Its tokens are all that stands between blanks in these texts. What a search
-- looks for contains no blank, so a text contains it where one of its tokens does. src/db/search-block.ts describes the columns.
-- ================================================================================

-- "version" is a random number that changes with the block; "records" has a bit for each id with a text; "grams" is a filter of the runs of
-- one to three characters in the tokens.
create table search_block (
  number integer primary key,
  version integer not null,
  records blob not null,
  grams blob not null,
  tokens text not null
);
create index search_block_version on search_block (number, version);

-- For each group of tokens, which records have them. The id is 16777216 times the number of the block, plus the place of the group.
create table search_list (
  id integer primary key,
  lists blob not null
);

-- Records whose text has changed since the block was written. A search looks at these texts themselves, until a process writes them to
-- their block together.
create table search_pending (
  record_id integer primary key
);

insert into search_pending select record_id from search_text;

create trigger search_text_insert_indexed after insert on search_text begin
  insert into search_pending values (new.record_id) on conflict (record_id) do nothing;
end;

create trigger search_text_update_indexed after update on search_text
  when old.text <> new.text or old.record_id <> new.record_id
begin
  insert into search_pending values (old.record_id) on conflict (record_id) do nothing;
  insert into search_pending values (new.record_id) on conflict (record_id) do nothing;
end;

create trigger search_text_delete_indexed after delete on search_text begin
  insert into search_pending values (old.record_id) on conflict (record_id) do nothing;
end;
