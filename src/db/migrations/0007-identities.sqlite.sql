-- The persons whom an OpenID Connect provider knows, for SQLite. The file for PostgreSQL beside it makes the same.

-- Who "subject" is at "issuer" (OpenID Connect Core 1.0, 5.7): neither a name nor an e-mail address is for ever one person's.
create table identity (
  issuer text not null,
  subject text not null,
  user_id integer not null references "user" (id) on delete cascade,
  created_utc text not null,
  primary key (issuer, subject)
);

create index identity_of_user on identity (user_id);
