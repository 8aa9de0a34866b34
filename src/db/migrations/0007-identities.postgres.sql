-- The persons whom an OpenID Connect provider knows, for PostgreSQL. The file for SQLite beside it makes the same.

-- Who "subject" is at "issuer" (OpenID Connect Core 1.0, 5.7): neither a name nor an e-mail address is for ever one person's.
create table identity (
  issuer text collate "C" not null,
  subject text collate "C" not null,
  user_id bigint not null references "user" (id) on delete cascade,
  created_utc text collate "C" not null,
  primary key (issuer, subject)
);

create index identity_of_user on identity (user_id);
