-- Who may sign in. A person is one user, whatever the number of accounts. Nothing here is granted to `portal`, the role
-- of the viewer's queries: it reads no password, session or colleague until a policy says which.
create table users (
  id uuid primary key,
  -- Trimmed, NFC, lower case: the key of sign-in.
  email text collate "C" not null unique,
  name text not null,
  created_at timestamptz not null,
  disabled_at timestamptz
);

-- Apart from the users, so that whoever is allowed to read a name is not allowed to read a hash; a person who signs in
-- without a password has no row.
create table passwords (
  user_id uuid primary key references users on delete cascade,
  -- Argon2id, as a PHC string.
  hash text not null,
  changed_at timestamptz not null
);

create table memberships (
  account_id uuid not null references accounts on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text collate "C" not null check (role in ('admin', 'buyer', 'finance', 'logistics', 'viewer')),
  created_at timestamptz not null,
  primary key (account_id, user_id)
);
create index memberships_of_user on memberships (user_id);

-- One row a sign-in. Its refresh tokens are not stored: each is made from the id, the generation and a key.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- The account that the person works in, and finds again at the next sign-in.
  account_id uuid not null references accounts on delete cascade,
  created_at timestamptz not null,
  remembered boolean not null,
  -- Counts the refresh tokens: this one is good, the one before it for a few seconds more.
  generation integer not null default 0,
  rotated_at timestamptz not null,
  expires_at timestamptz not null,
  -- Access tokens of a lower version are refused, though their time is not over.
  version integer not null default 0,
  revoked_at timestamptz,
  revoked_because text collate "C"
    check (revoked_because in ('signed_out', 'signed_in_again', 'reused', 'disabled', 'no_account', 'password_changed')),
  -- When access tokens of this session were last refused, by the clock of the database: all servers read it by that one.
  refused_at timestamptz,
  user_agent text,
  address_prefix text,
  check ((revoked_at is null) = (revoked_because is null))
);
create index sessions_of_user on sessions (user_id, id);
create index sessions_refused on sessions (refused_at) where refused_at is not null;
create index sessions_expired on sessions (expires_at);

-- How often somebody lately failed to sign in, counted for a pair of person and network, a person, a network and all.
create table throttle_buckets (
  -- A hash: neither addresses nor e-mails of strangers are kept.
  key bytea primary key,
  level double precision not null,
  updated_at timestamptz not null,
  blocked_until timestamptz,
  -- When the right password last came from this pair.
  proven_at timestamptz
);
create index throttle_buckets_stale on throttle_buckets (updated_at);

-- Whatever ends a session or changes what it may do tells every server at once, whoever did it and by which way.
create function tell_refused_session() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  if new.version <> old.version or (new.revoked_at is not null and old.revoked_at is null) then
    new.refused_at := clock_timestamp();
    perform pg_notify('session_refused', '');
  end if;
  return new;
end $$;
create trigger tell_refused_session before update on sessions
  for each row execute function tell_refused_session();

create function end_sessions_of_disabled_user() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  update sessions set revoked_at = new.disabled_at, revoked_because = 'disabled'
    where user_id = new.id and revoked_at is null;
  return null;
end $$;
create trigger end_sessions_of_disabled_user after update of disabled_at on users
  for each row when (new.disabled_at is not null and old.disabled_at is null)
  execute function end_sessions_of_disabled_user();

create function refuse_tokens_of_changed_membership() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
begin
  update sessions set version = version + 1 where user_id = old.user_id and revoked_at is null;
  return null;
end $$;
create trigger refuse_tokens_of_changed_role after update on memberships
  for each row when (new.* is distinct from old.*) execute function refuse_tokens_of_changed_membership();
create trigger refuse_tokens_of_former_member after delete on memberships
  for each row execute function refuse_tokens_of_changed_membership();

do $$
declare t text;
begin
  foreach t in array array['users', 'passwords', 'memberships', 'sessions', 'throttle_buckets'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy sign_in on %I to portal_server using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to portal_server', t);
  end loop;
end $$;
