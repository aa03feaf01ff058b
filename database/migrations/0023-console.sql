-- The supplier's own people: how they sign in to the console, which accounts are theirs, and what they write for each other.
-- `portal_console` reads what they look at across accounts, one of them at a time; it writes nothing.
do $$
begin
  if not exists (select from pg_roles where rolname = 'portal_console') then create role portal_console login nosuperuser nobypassrls noinherit; end if;
end $$;

create table staff (
  id uuid primary key,
  email text collate "C" not null unique,
  name text not null,
  role text collate "C" not null check (role in ('owner', 'integration', 'support', 'sales', 'content', 'auditor')),
  created_at timestamptz not null,
  disabled_at timestamptz
);
alter table staff enable row level security, force row level security;
grant select, insert, update on staff to portal_server;
grant select (id, name, role, disabled_at) on staff to portal_console;

create table staff_credentials (
  staff_id uuid primary key references staff on delete cascade,
  hash text not null,
  sealed bytea not null,
  last_step integer not null,
  changed_at timestamptz not null
);
alter table staff_credentials enable row level security, force row level security;
grant select, insert, update on staff_credentials to portal_server;

create table staff_invitations (
  id uuid primary key,
  hash bytea not null unique,
  email text collate "C",
  role text collate "C" not null check (role in ('owner', 'integration', 'support', 'sales', 'content', 'auditor')),
  sealed bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz
);
create index staff_invitations_of_email on staff_invitations (email);
create index staff_invitations_expired on staff_invitations (expires_at);
alter table staff_invitations enable row level security, force row level security;
grant select, insert, update, delete on staff_invitations to portal_server;

create table staff_sessions (
  id uuid primary key,
  staff_id uuid not null references staff on delete cascade,
  hash bytea not null unique,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  user_agent text,
  address_prefix text
);
create index staff_sessions_of_staff on staff_sessions (staff_id, id);
create index staff_sessions_expired on staff_sessions (expires_at);
alter table staff_sessions enable row level security, force row level security;
grant select, insert, update, delete on staff_sessions to portal_server;

create table staff_accounts (
  account_id uuid not null references accounts on delete cascade,
  staff_id uuid not null references staff on delete cascade,
  created_at timestamptz not null,
  primary key (account_id, staff_id)
);
create index staff_accounts_of_staff on staff_accounts (staff_id, account_id);
alter table staff_accounts enable row level security, force row level security;
grant select, insert, delete on staff_accounts to portal_server;
grant select on staff_accounts to portal_console;

create table request_notes (
  account_id uuid not null,
  request_id uuid not null,
  id uuid not null,
  staff_id uuid not null references staff,
  text text not null,
  written_at timestamptz not null,
  primary key (account_id, request_id, id),
  foreign key (account_id, request_id) references requests on update cascade on delete cascade
);
create index request_notes_of_staff on request_notes (staff_id);
alter table request_notes enable row level security, force row level security;
grant select, insert on request_notes to portal_server;
grant select on request_notes to portal_console;

create table request_assignees (
  account_id uuid not null,
  request_id uuid not null,
  staff_id uuid not null references staff,
  assigned_at timestamptz not null,
  primary key (account_id, request_id),
  foreign key (account_id, request_id) references requests on update cascade on delete cascade
);
create index request_assignees_of_staff on request_assignees (staff_id);
alter table request_assignees enable row level security, force row level security;
grant select, insert, update, delete on request_assignees to portal_server;
grant select on request_assignees to portal_console;

grant select (account_id, number, name) on accounts to portal_console;
grant select on requests, request_files, conversation_messages to portal_console;

-- The queue of what waits for the supplier, the longest wait first.
create index requests_waiting on requests (made_at, id) where state in ('open', 'taken');
