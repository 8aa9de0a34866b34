-- The passkeys of users (WebAuthn): "public_key" is that of the authenticator (COSE, in base64url), "counter" what it has counted, and "challenge_ms" when
-- the challenge of its last log-in was made, since no earlier one is accepted.
create table passkey (
  credential_id text primary key,
  user_id bigint not null references "user" (id) on delete cascade,
  uuid text not null,
  label text not null,
  public_key text not null,
  counter bigint not null,
  challenge_ms bigint not null,
  created_utc text not null,
  used_utc text
);
create index passkey_user on passkey (user_id);
