-- Entries of the history that were made together, such as by one change of many records, have the same name here.
alter table revision add column change_name text;

create index revision_change on revision (change_name, id) where change_name is not null;
