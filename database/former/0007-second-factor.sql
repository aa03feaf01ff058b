-- What proves a person beyond, or instead of, a password: codes, passkeys, single sign-on, and devices that are trusted.
alter table accounts add column requires_second_factor boolean not null default false;

alter table sessions
  add column signed_in_by text collate "C" not null default 'password'
    check (signed_in_by in ('password', 'passkey', 'sign_on')),
  -- When a second factor, or what counts as both, was last given in this session; null: never.
  add column second_factor_at timestamptz,
  -- When the person last showed in this session that it is they: changes of sign-in ask for a recent moment.
  add column proven_at timestamptz,
  drop constraint sessions_revoked_because_check,
  add constraint sessions_revoked_because_check check (revoked_because in ('signed_out', 'signed_in_again', 'reused',
    'disabled', 'no_account', 'password_changed', 'ended_elsewhere', 'second_factor_required'));

create table second_factors (
  user_id uuid not null references users on delete cascade,
  method text collate "C" not null check (method in ('totp', 'email')),
  -- The app's key, encrypted with a key that the database does not hold.
  sealed bytea,
  -- The time step of the last code that was taken: none is taken twice.
  last_step integer not null default 0,
  created_at timestamptz not null,
  primary key (user_id, method),
  check ((method = 'totp') = (sealed is not null))
);

-- A factor on its way: the first right code makes it one.
create table factor_enrolments (
  user_id uuid not null references users on delete cascade,
  method text collate "C" not null check (method in ('totp', 'email')),
  -- Of an app its key, encrypted; of an e-mail the hash of the code that was sent.
  secret bytea not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  primary key (user_id, method)
);

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, hash)
);

-- A sign-in that has shown the first proof and waits for the second factor; the browser holds the other half.
create table sign_in_challenges (
  hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  -- What was shown first. It must still hold when the code comes.
  proof_by text collate "C" not null check (proof_by in ('password', 'sign_on')),
  proof bytea not null,
  remembered boolean not null,
  -- The person has no second factor and needs one: the right code from the mail makes e-mail theirs.
  enrols boolean not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  code_hash bytea,
  code_expires_at timestamptz,
  codes_sent integer not null default 0
);
create index sign_in_challenges_of_user on sign_in_challenges (user_id);
create index sign_in_challenges_expired on sign_in_challenges (expires_at);

create table trusted_devices (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  hash bytea not null unique,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  user_agent text,
  address_prefix text
);
create index trusted_devices_of_user on trusted_devices (user_id, id);
create index trusted_devices_expired on trusted_devices (expires_at);

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  credential bytea not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  backed_up boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_of_user on passkeys (user_id, id);

create table passkey_challenges (
  hash bytea primary key,
  -- Null: whoever has the passkey signs in.
  user_id uuid references users on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_of_user on passkey_challenges (user_id);
create index passkey_challenges_expired on passkey_challenges (expires_at);

-- Who somebody is at the operator's identity provider. An e-mail may pass to another person there, a subject never does.
create table identities (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  issuer text collate "C" not null,
  subject text collate "C" not null,
  email text,
  created_at timestamptz not null,
  last_used_at timestamptz,
  unique (issuer, subject),
  unique (user_id, issuer)
);

-- A person who was sent to the identity provider and has not come back; the browser holds what this is the hash of.
create table sign_on_trips (
  hash bytea primary key,
  -- The signed-in person who links their sign-in; null: somebody who signs in.
  user_id uuid references users on delete cascade,
  remembered boolean not null,
  expires_at timestamptz not null
);
create index sign_on_trips_of_user on sign_on_trips (user_id);
create index sign_on_trips_expired on sign_on_trips (expires_at);

-- A new password is the answer to a stolen one: no device that the thief may have had trusted survives it.
create function forget_devices_of_changed_password() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
begin
  delete from trusted_devices where user_id = new.user_id;
  return null;
end $$;
create trigger forget_devices_of_changed_password after update on passwords
  for each row when (new.changed_at <> old.changed_at) execute function forget_devices_of_changed_password();

do $$
declare t text;
begin
  foreach t in array array['second_factors', 'factor_enrolments', 'recovery_codes', 'sign_in_challenges',
    'trusted_devices', 'passkeys', 'passkey_challenges', 'identities', 'sign_on_trips'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy sign_in on %I to portal_server using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to portal_server', t);
  end loop;
end $$;
