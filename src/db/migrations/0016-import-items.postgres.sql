-- What imports know of the records of their sources, for PostgreSQL. The file for SQLite beside it makes the same.

-- The record of this calendar that a record of a source became. "external_id" is its id there, or "#" and a hash of its content where it
-- has none. "hash" tells whether it has changed there, and "modified_utc", when the import wrote it last, whether it was edited here since.
-- "seen_run" is the last run of an import that has met it.
create table import_item (
  source text collate "C" not null,
  kind text collate "C" not null,
  external_id text collate "C" not null,
  record_id bigint not null,
  hash text collate "C" not null,
  modified_utc text collate "C" not null,
  seen_run bigint not null,
  primary key (source, kind, external_id)
);

create index import_item_record on import_item (record_id, kind);

-- "format" names the reader of the file, and "options" has what else was asked for, as JSON. "report" has the counts of each kind of record,
-- and the first records of a dry run, as JSON. "source_id" names the source that was read.
alter table import add column format text collate "C" not null default 'ndjson';
alter table import add column options text collate "C" not null default '{}';
alter table import add column updated bigint not null default 0;
alter table import add column skipped bigint not null default 0;
alter table import add column report text collate "C" not null default '{}';
alter table import add column source_id bigint;
