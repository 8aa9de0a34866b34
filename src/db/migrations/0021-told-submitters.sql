-- "is_told" is 1 once the person who submitted an event was told that it is public, or need not be told any more.
alter table submission add column is_told integer not null default 0;

update submission set is_told = 1 where was_taken = 1;
