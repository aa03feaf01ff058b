-- The customers: their accounts, the names by which other systems know them, addresses and credit limits.

create table accounts (
  account_id uuid primary key,
  search_key integer not null generated always as identity unique,
  number text collate "C" not null unique,
  name text not null,
  created_at timestamptz not null default now(),
  requires_second_factor boolean not null default false,
  language text collate "C" check (language in ('en', 'de', 'fr', 'es', 'nl', 'ar')),
  time_zone text collate "C",
  name_stated_at timestamptz,
  merged_into uuid references accounts
);
create index accounts_merged on accounts (merged_into) where merged_into is not null;
-- "c-1001" beside "C-1001" is a typing error, never a second customer.
create unique index accounts_number_folded on accounts (lower(number));
alter table accounts enable row level security, force row level security;
grant select on accounts to portal;
grant select (account_id, search_key, language) on accounts to portal_search;
grant select, insert, update on accounts to portal_server;

create table account_identifiers (
  scheme text collate "C" not null,
  value text collate "C" not null,
  account_id uuid not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  primary key (scheme, value)
);
create index account_identifiers_account on account_identifiers (account_id);
grant select, insert, update, delete on account_identifiers to portal_server;

create table account_addresses (
  account_id uuid not null references accounts,
  use text collate "C" not null check (use in ('shipTo', 'billTo')),
  position integer not null,
  code text,
  party jsonb not null,
  stated_at timestamptz not null,
  primary key (account_id, use, position)
);
alter table account_addresses enable row level security, force row level security;
grant select on account_addresses to portal;
grant select, insert, delete on account_addresses to portal_server;

create table credit_limits (
  account_id uuid not null references accounts,
  currency text collate "C" not null,
  amount numeric(18, 4) not null,
  stated_at timestamptz not null,
  primary key (account_id, currency),
  check (currency ~ '^[A-Z]{3}$' and amount >= 0)
);
alter table credit_limits enable row level security, force row level security;
grant select on credit_limits to portal;
grant select, insert, update, delete on credit_limits to portal_server;
