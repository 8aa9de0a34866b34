-- The colour of a category, such as #8c2f1b; empty for none. Tags have none. The file for SQLite beside it makes the same column.
alter table term add column color text collate "C" not null default '';
