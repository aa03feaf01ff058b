-- Keys that act in the console, each as a member of staff of its own, and keys for some accounts alone.
alter table staff
  add column key_id uuid unique references api_keys,
  drop constraint staff_role_check,
  add constraint staff_role_check
    check (role in ('owner', 'integration', 'support', 'sales', 'content', 'auditor', 'key', 'limited_key')),
  add constraint staff_key_check check (case when key_id is null then role not in ('key', 'limited_key')
    else role in ('key', 'limited_key') and email = key_id::text end);
grant select (key_id) on staff to portal_console;

alter table api_keys add column limited boolean not null default false;

create table key_accounts (
  account_id uuid not null references accounts on delete cascade,
  key_id uuid not null references api_keys on delete cascade,
  primary key (account_id, key_id)
);
create index key_accounts_of_key on key_accounts (key_id);
alter table key_accounts enable row level security, force row level security;
grant select, insert, delete on key_accounts to portal_server;
grant select on key_accounts to portal_console;
