-- Staff sign in at an identity provider, too.
create table staff_identities (
  id uuid primary key,
  staff_id uuid not null unique references staff on delete cascade,
  issuer text not null,
  subject text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  unique (issuer, subject)
);
alter table staff_identities enable row level security, force row level security;
grant select, insert, update, delete on staff_identities to portal_server;

create table staff_sign_on_attempts (
  hash bytea primary key,
  session_id uuid references staff_sessions on delete cascade,
  begun_at timestamptz not null,
  expires_at timestamptz not null
);
create index staff_sign_on_attempts_expired on staff_sign_on_attempts (expires_at);
create index staff_sign_on_attempts_of_session on staff_sign_on_attempts (session_id) where session_id is not null;
alter table staff_sign_on_attempts enable row level security, force row level security;
grant select, insert, delete on staff_sign_on_attempts to portal_server;
