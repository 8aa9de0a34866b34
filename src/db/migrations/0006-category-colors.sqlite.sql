-- The colour of a category, such as #8c2f1b; empty for none. Tags have none. The file for PostgreSQL beside it makes the same column.
alter table term add column color text not null default '';
