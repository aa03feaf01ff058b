-- Staff sign in with passkeys too, and show that it is still they before what is dangerous.
create table staff_passkeys (
  id uuid primary key,
  staff_id uuid not null references staff on delete cascade,
  credential bytea not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  backed_up boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index staff_passkeys_of_staff on staff_passkeys (staff_id, id);
alter table staff_passkeys enable row level security, force row level security;
grant select, insert, update, delete on staff_passkeys to portal_server;

create table staff_passkey_challenges (
  hash bytea primary key,
  owner uuid,
  expires_at timestamptz not null
);
create index staff_passkey_challenges_expired on staff_passkey_challenges (expires_at);
alter table staff_passkey_challenges enable row level security, force row level security;
grant select, insert, delete on staff_passkey_challenges to portal_server;

grant delete on staff_credentials to portal_server;

alter table staff_sessions add column proven_at timestamptz;
update staff_sessions set proven_at = created_at;
alter table staff_sessions alter column proven_at set not null;

-- Requests that staff have put off. One that changes after that is back, whatever was said.
create table request_snoozes (
  account_id uuid not null,
  request_id uuid not null,
  until timestamptz not null,
  last_at timestamptz not null,
  primary key (account_id, request_id),
  foreign key (account_id, request_id) references requests on update cascade on delete cascade
);
alter table request_snoozes enable row level security, force row level security;
grant select, insert, update, delete on request_snoozes to portal_server;
grant select on request_snoozes to portal_console;
