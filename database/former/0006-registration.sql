-- What is sent by mail to be brought back once: links to choose a password, and invitations. Only hashes are kept.
create table password_resets (
  hash bytea primary key,
  -- Of a user, or made from an address that belongs to nobody: no reference, so that asking costs the same either way.
  user_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_of_user on password_resets (user_id);
create index password_resets_expired on password_resets (expires_at);

create table invitations (
  id uuid primary key,
  hash bytea not null unique,
  email text collate "C" not null,
  -- As the person has given it; they may change it when they accept.
  name text,
  -- Null: an account of this name is made when the invitation is accepted.
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
create index invitations_of_account on invitations (account_id, email);
create index invitations_of_email on invitations (email);
create index invitations_expired on invitations (expires_at);

-- Who asks to be let in, with a customer and a document number as proof; the operator decides.
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

create table terms_acceptances (
  user_id uuid not null references users on delete cascade,
  version text collate "C" not null,
  accepted_at timestamptz not null,
  address_prefix text,
  primary key (user_id, version)
);

do $$
declare t text;
begin
  foreach t in array array['password_resets', 'invitations', 'registrations', 'terms_acceptances'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy sign_in on %I to portal_server using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to portal_server', t);
  end loop;
end $$;
