-- Who did what, from where and when. Rows are only ever added: the server's role may not change or delete them, and a
-- trigger refuses it to everybody else.
create table audit_log (
  id uuid primary key,
  at timestamptz not null,
  action text collate "C" not null,
  -- No references: an entry outlives what it names.
  user_id uuid,
  account_id uuid,
  key_id uuid,
  address_prefix text,
  user_agent text,
  request_id text,
  -- What else there is to say; never a password, a token or a code.
  details jsonb not null default '{}'
);
create index audit_log_by_time on audit_log (at, id);
-- Entries without a user too: what is recorded of an unknown e-mail takes as long as of a known one.
create index audit_log_of_user on audit_log (user_id, at);
create index audit_log_of_account on audit_log (account_id, at) where account_id is not null;

create function refuse_change_of_audit_log() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  raise exception 'The audit log is only added to' using errcode = 'insufficient_privilege';
end $$;
create trigger refuse_change_of_audit_log before update or delete on audit_log
  for each row execute function refuse_change_of_audit_log();
create trigger refuse_emptying_of_audit_log before truncate on audit_log
  for each statement execute function refuse_change_of_audit_log();

alter table audit_log enable row level security;
alter table audit_log force row level security;
create policy added_by_server on audit_log for insert to portal_server with check (true);
create policy read_by_server on audit_log for select to portal_server using (true);
grant select, insert on audit_log to portal_server;
