-- What imports know of the records of their sources, for SQLite. The file for PostgreSQL beside it makes the same.

-- The record of this calendar that a record of a source became. "external_id" is its id there, or "#" and a hash of its content where it
-- has none. "hash" tells whether it has changed there, and "modified_utc", when the import wrote it last, whether it was edited here since.
-- "seen_run" is the last run of an import that has met it.
create table import_item (
  source text not null,
  kind text not null,
  external_id text not null,
  record_id integer not null,
  hash text not null,
  modified_utc text not null,
  seen_run integer not null,
  primary key (source, kind, external_id)
) without rowid;

create index import_item_record on import_item (record_id, kind);

-- "format" names the reader of the file, and "options" has what else was asked for, as JSON. "report" has the counts of each kind of record,
-- and the first records of a dry run, as JSON. "source_id" names the source that was read.
alter table import add column format text not null default 'ndjson';
alter table import add column options text not null default '{}';
alter table import add column updated integer not null default 0;
alter table import add column skipped integer not null default 0;
alter table import add column report text not null default '{}';
alter table import add column source_id integer;
