-- Who has made a link; null for the program itself and its commands.
alter table link add column created_by bigint;
