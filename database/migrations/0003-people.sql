-- The people who sign in, what they belong to, and how they get in.

create table users (
  id uuid primary key,
  email text collate "C" not null unique,
  name text not null,
  created_at timestamptz not null,
  disabled_at timestamptz,
  language text collate "C" check (language in ('en', 'de', 'fr', 'es', 'nl', 'ar')),
  browser_language text collate "C" check (browser_language in ('en', 'de', 'fr', 'es', 'nl', 'ar')),
  time_zone text collate "C",
  appearance jsonb,
  deletion_asked_at timestamptz,
  deletion_note text,
  erased_at timestamptz,
  wrong_codes integer not null default 0
);
create index users_to_delete on users (deletion_asked_at) where deletion_asked_at is not null and erased_at is null;
alter table users enable row level security, force row level security;
grant select, insert, update, delete on users to portal_server;

create table memberships (
  account_id uuid not null references accounts on delete cascade,
  user_id uuid not null references users on delete cascade,
  role text collate "C" not null check (role in ('admin', 'buyer', 'finance', 'logistics', 'viewer')),
  created_at timestamptz not null,
  primary key (account_id, user_id)
);
create index memberships_of_user on memberships (user_id);
alter table memberships enable row level security, force row level security;
grant select, insert, update, delete on memberships to portal_server;

create table invitations (
  id uuid primary key,
  hash bytea not null unique,
  email text collate "C" not null,
  name text,
  account_id uuid references accounts on delete cascade,
  company text,
  role text collate "C" not null check (role in ('admin', 'buyer', 'finance', 'logistics', 'viewer')),
  invited_by uuid references users on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid references users on delete set null,
  revoked_at timestamptz,
  check ((account_id is null) = (company is not null))
);
create index invitations_expired on invitations (expires_at);
create index invitations_of_account on invitations (account_id, email);
create index invitations_of_email on invitations (email);
alter table invitations enable row level security, force row level security;
grant select, insert, update, delete on invitations to portal_server;

create table registrations (
  id uuid primary key,
  email text collate "C" not null,
  name text not null,
  customer_number text collate "C" not null,
  document_number text collate "C" not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  decision text collate "C" check (decision in ('approved', 'rejected')),
  check ((decided_at is null) = (decision is null))
);
create unique index registrations_open on registrations (email, customer_number) where decided_at is null;
alter table registrations enable row level security, force row level security;
grant select, insert, update, delete on registrations to portal_server;

create table terms_acceptances (
  user_id uuid not null references users on delete cascade,
  version text collate "C" not null,
  accepted_at timestamptz not null,
  address_prefix text,
  primary key (user_id, version)
);
alter table terms_acceptances enable row level security, force row level security;
grant select, insert, update, delete on terms_acceptances to portal_server;

create table avatars (
  user_id uuid primary key references users on delete cascade,
  png bytea not null,
  changed_at timestamptz not null
);
alter table avatars alter column png set storage external;
grant select, insert, update, delete on avatars to portal_server;

create table visits (
  account_id uuid not null,
  user_id uuid not null,
  visited_at timestamptz not null,
  previous_visit_at timestamptz,
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references memberships on delete cascade
);
grant select, insert, update, delete on visits to portal_server;
