-- "revision_id" is the last entry of the history that the import itself has made: a later one of the record is a change by somebody.
alter table import_record add column revision_id bigint not null default 0;
