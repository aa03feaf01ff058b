-- What the operator looks at.

create table audit_log (
  id uuid primary key,
  at timestamptz not null,
  action text collate "C" not null,
  user_id uuid,
  account_id uuid,
  key_id uuid,
  address_prefix text,
  user_agent text,
  request_id text,
  details jsonb not null default '{}'
);
create index audit_log_by_time on audit_log (at, id);
create index audit_log_of_account on audit_log (account_id, at) where account_id is not null;
-- Entries without a user too: what is recorded of an unknown e-mail takes as long as of a known one.
create index audit_log_of_user on audit_log (user_id, at);
alter table audit_log enable row level security, force row level security;
grant select, insert on audit_log to portal_server;

create table operator_notes (
  kind text collate "C" not null,
  day date not null,
  times bigint not null,
  last_at timestamptz not null,
  example text not null,
  primary key (kind, day)
);
alter table operator_notes enable row level security, force row level security;
grant select, insert, update, delete on operator_notes to portal_server;
