-- What the supplier's staff see of the portal as one of its people sees it, and what they read of the audit log.
create table viewings (
  account_id uuid not null references accounts on update cascade on delete cascade,
  id uuid not null,
  staff_id uuid not null references staff,
  -- The session of the console on which it depends; null when that was deleted, long after its end.
  staff_session_id uuid references staff_sessions on delete set null,
  user_id uuid not null references users on delete cascade,
  hash bytea not null unique,
  reason text not null,
  started_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  primary key (account_id, id)
);
create index viewings_of_user on viewings (user_id);
create index viewings_of_staff on viewings (staff_id, id);
create index viewings_of_session on viewings (staff_session_id);
alter table viewings enable row level security, force row level security;
grant select, insert, update on viewings to portal_server;

grant select (account_id, user_id, role) on memberships to portal_console;
grant select (id, email, name, disabled_at, erased_at) on users to portal_console;
grant select on audit_log to portal_console;
grant select (id, name) on api_keys to portal_console;

-- The newest entries of one kind.
create index audit_log_of_action on audit_log (action, at, id);

-- Long work that staff begin in the console: one at a time, over all servers.
create table system_runs (
  id uuid primary key,
  kind text collate "C" not null check (kind in ('doctor', 'backup', 'verify')),
  staff_id uuid not null references staff,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  finished_at timestamptz,
  progress text,
  fault text,
  findings jsonb not null default '[]'
);
create unique index system_runs_one_at_a_time on system_runs ((true)) where finished_at is null;
create index system_runs_of_kind on system_runs (kind, id);
create index system_runs_of_staff on system_runs (staff_id);
alter table system_runs enable row level security, force row level security;
grant select, insert, update, delete on system_runs to portal_server;
