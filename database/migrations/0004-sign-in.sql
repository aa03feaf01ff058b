-- Passwords, second factors, passkeys, single sign-on, sessions. Nothing here is granted to `portal`, the role of the
-- viewer's queries.

create table passwords (
  user_id uuid primary key references users on delete cascade,
  hash text not null,
  changed_at timestamptz not null
);
alter table passwords enable row level security, force row level security;
grant select, insert, update, delete on passwords to portal_server;

create table password_resets (
  hash bytea primary key,
  user_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_expired on password_resets (expires_at);
create index password_resets_of_user on password_resets (user_id);
alter table password_resets enable row level security, force row level security;
grant select, insert, update, delete on password_resets to portal_server;

create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  created_at timestamptz not null,
  remembered boolean not null,
  generation integer not null default 0,
  rotated_at timestamptz not null,
  expires_at timestamptz not null,
  version integer not null default 0,
  revoked_at timestamptz,
  revoked_because text collate "C" check (revoked_because in ('signed_out', 'signed_in_again', 'reused', 'disabled', 'no_account', 'password_changed', 'ended_elsewhere', 'second_factor_required')),
  refused_at timestamptz,
  user_agent text,
  address_prefix text,
  signed_in_by text collate "C" not null default 'password' check (signed_in_by in ('password', 'passkey', 'sign_on')),
  second_factor_at timestamptz,
  proven_at timestamptz,
  check ((revoked_at is null) = (revoked_because is null))
);
create index sessions_expired on sessions (expires_at);
create index sessions_of_user on sessions (user_id, id);
create index sessions_refused on sessions (refused_at) where refused_at is not null;
alter table sessions enable row level security, force row level security;
grant select, insert, update, delete on sessions to portal_server;

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
create index trusted_devices_expired on trusted_devices (expires_at);
create index trusted_devices_of_user on trusted_devices (user_id, id);
alter table trusted_devices enable row level security, force row level security;
grant select, insert, update, delete on trusted_devices to portal_server;

create table throttle_buckets (
  key bytea primary key,
  level double precision not null,
  updated_at timestamptz not null,
  blocked_until timestamptz,
  proven_at timestamptz
);
create index throttle_buckets_stale on throttle_buckets (updated_at);
alter table throttle_buckets enable row level security, force row level security;
grant select, insert, update, delete on throttle_buckets to portal_server;

create table sign_in_challenges (
  hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  proof_by text collate "C" not null check (proof_by in ('password', 'sign_on')),
  proof bytea not null,
  remembered boolean not null,
  enrols boolean not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  code_hash bytea,
  code_expires_at timestamptz,
  codes_sent integer not null default 0
);
create index sign_in_challenges_expired on sign_in_challenges (expires_at);
create index sign_in_challenges_of_user on sign_in_challenges (user_id);
alter table sign_in_challenges enable row level security, force row level security;
grant select, insert, update, delete on sign_in_challenges to portal_server;

create table second_factors (
  user_id uuid not null references users on delete cascade,
  method text collate "C" not null check (method in ('totp', 'email')),
  sealed bytea,
  last_step integer not null default 0,
  created_at timestamptz not null,
  primary key (user_id, method),
  check ((method = 'totp') = (sealed is not null))
);
alter table second_factors enable row level security, force row level security;
grant select, insert, update, delete on second_factors to portal_server;

create table factor_enrolments (
  user_id uuid not null references users on delete cascade,
  method text collate "C" not null check (method in ('totp', 'email')),
  secret bytea not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  primary key (user_id, method)
);
alter table factor_enrolments enable row level security, force row level security;
grant select, insert, update, delete on factor_enrolments to portal_server;

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, hash)
);
alter table recovery_codes enable row level security, force row level security;
grant select, insert, update, delete on recovery_codes to portal_server;

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
alter table passkeys enable row level security, force row level security;
grant select, insert, update, delete on passkeys to portal_server;

create table passkey_challenges (
  hash bytea primary key,
  user_id uuid references users on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_expired on passkey_challenges (expires_at);
create index passkey_challenges_of_user on passkey_challenges (user_id);
alter table passkey_challenges enable row level security, force row level security;
grant select, insert, update, delete on passkey_challenges to portal_server;

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
alter table identities enable row level security, force row level security;
grant select, insert, update, delete on identities to portal_server;

create table sign_on_attempts (
  hash bytea primary key,
  user_id uuid references users on delete cascade,
  remembered boolean not null,
  expires_at timestamptz not null,
  invitation bytea,
  terms text collate "C",
  constraint sign_on_attempts_invitation check ((invitation is null) = (terms is null)),
  constraint sign_on_attempts_purpose check (invitation is null or user_id is null)
);
create index sign_on_attempts_expired on sign_on_attempts (expires_at);
create index sign_on_attempts_of_user on sign_on_attempts (user_id);
alter table sign_on_attempts enable row level security, force row level security;
grant select, insert, update, delete on sign_on_attempts to portal_server;

create table sign_in_alarms (
  user_id uuid not null references users on delete cascade,
  kind text not null,
  notified_at timestamptz not null,
  primary key (user_id, kind)
);
grant select, insert, update, delete on sign_in_alarms to portal_server;
