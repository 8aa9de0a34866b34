-- The authenticator app of a user: "secret" is that of RFC 6238 in base32, "is_confirmed" is 0 until a first code has come, "last_step" is the time step
-- of the last code, which is accepted once, and "failures" counts wrong codes, the last one at "failed_ms".
create table second_factor (
  user_id bigint primary key references "user" (id) on delete cascade,
  secret text not null,
  is_confirmed bigint not null,
  created_utc text not null,
  last_step bigint not null,
  failures bigint not null,
  failed_ms bigint not null
);

-- The recovery codes of a user that were not used yet, as hashes.
create table recovery_code (
  code_hash text primary key,
  user_id bigint not null references "user" (id) on delete cascade
);
create index recovery_code_user on recovery_code (user_id);

-- Whether the person has shown a second factor, or came through a provider, which asks for its own.
alter table session add column has_second_factor bigint not null default 0;
