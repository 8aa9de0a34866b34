-- The terms of imports, the names of their files, and who undoes them, for PostgreSQL. The file for SQLite beside it makes the same.

-- The categories and tags that an import has created. A row goes when the import is undone, whether its term is removed or stays.
create table import_term (
  import_id bigint not null references import (id) on delete cascade,
  term_id bigint not null references term (id) on delete cascade,
  primary key (import_id, term_id)
);

create index import_term_term on import_term (term_id);

-- "file_name" is empty where the client has sent none. "undo_user_id" is who has asked to undo the import.
alter table import add column file_name text collate "C" not null default '';
alter table import add column undo_user_id bigint;
