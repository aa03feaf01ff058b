-- Roles. The owner runs migrations and nothing else. `portal` reads for one account at a time under row-level
-- security; `portal_server` signs people in and takes the ERP's documents; `portal_search` owns the functions that
-- find ids by an index that row-level security would keep from being used: it sees the search rows alone, and cannot
-- sign in. None of them is a superuser or bypasses row-level security.
do $$
begin
  if not exists (select from pg_roles where rolname = 'portal') then create role portal login nosuperuser nobypassrls noinherit; end if;
  if not exists (select from pg_roles where rolname = 'portal_server') then create role portal_server login nosuperuser nobypassrls noinherit; end if;
  if not exists (select from pg_roles where rolname = 'portal_search') then create role portal_search nologin nosuperuser nobypassrls; end if;
end $$;

-- A tenant cannot be switched from inside a SELECT: the setting is changed by SET LOCAL alone.
do $$
begin
  revoke execute on function pg_catalog.set_config(text, text, boolean) from public;
exception when insufficient_privilege then
  raise warning 'set_config stays executable: only a superuser can revoke it. Row-level security holds all the same.';
end $$;

-- The account of the running transaction; null when none is set, so that nothing is seen.
create function current_account() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.account_id', true), '')::uuid;

create table accounts (
  account_id uuid primary key,
  -- Puts the account into a search term without 36 characters of it.
  search_key integer generated always as identity unique,
  number text collate "C" not null unique,
  name text not null,
  created_at timestamptz not null default now()
);
-- "c-1001" beside "C-1001" is a typing error, never a second customer.
create unique index accounts_number_folded on accounts (lower(number));

-- The names by which other systems know an account (scheme, value): UBL parties are matched by them.
create table account_identifiers (
  scheme text collate "C" not null,
  value text collate "C" not null,
  account_id uuid not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  primary key (scheme, value)
);
create index account_identifiers_account on account_identifiers (account_id);

create table documents (
  account_id uuid not null references accounts,
  id uuid not null,
  type text collate "C" not null,
  number text collate "C" not null,
  -- As the content says, without the clock: see shown_status.
  status text collate "C" not null,
  status_changed_at timestamptz,
  issue_date date,
  customer_reference text,
  currency text collate "C",
  net numeric(18, 4),
  discount numeric(18, 4),
  charges numeric(18, 4),
  tax numeric(18, 4),
  gross numeric(18, 4),
  paid numeric(18, 4),
  open numeric(18, 4),
  valid_until date,
  due_date date,
  requested_date date,
  promised_date date,
  estimated_date date,
  despatch_date date,
  delivered_date date,
  fulfilment text collate "C",
  billing text collate "C",
  payment text collate "C",
  invoice_kind text collate "C",
  carrier text,
  tracking_numbers text[] not null default '{}',
  package_count integer not null default 0,
  line_count integer not null default 0,
  -- When the carrier, or failing that the despatch, last said anything.
  last_event_at timestamptz,
  -- Parties, terms, taxes, payments, packages and what else is only shown; checked against the definition at ingest.
  details jsonb not null default '{}',
  -- The status that the source named, kept for when a derived one falls away.
  source_status text collate "C",
  source_system text not null,
  source_modified_at timestamptz,
  content_hash bytea not null,
  ingested_at timestamptz not null,
  list_date date generated always as (coalesce(issue_date, date '0001-01-01')) stored,
  key_date date generated always as (
    coalesce(
      case type
        when 'quotes' then valid_until
        when 'orders' then coalesce(estimated_date, promised_date, requested_date)
        when 'shipments' then coalesce(delivered_date, estimated_date, promised_date)
        else due_date
      end, date '9999-12-31')) stored,
  primary key (account_id, id),
  unique (account_id, type, number),
  check (type in ('quotes', 'orders', 'shipments', 'invoices')),
  check (currency is not null or coalesce(net, discount, charges, tax, gross, paid, open) is null)
);
create index documents_by_date on documents (account_id, type, list_date desc, id desc);
create index documents_by_status on documents (account_id, type, status, list_date desc, id desc);
create index documents_by_key_date on documents (account_id, type, key_date, id);

create table document_lines (
  account_id uuid not null,
  document_id uuid not null,
  position integer not null,
  line text collate "C" not null,
  kind text collate "C" not null,
  sku text collate "C",
  quantity numeric(18, 6),
  unit text,
  amount numeric(18, 4),
  -- name, description, prices, dates, serials, lots, note: shown, not joined.
  details jsonb not null default '{}',
  primary key (account_id, document_id, position),
  foreign key (account_id, document_id) references documents on delete cascade
);
create index document_lines_by_sku on document_lines (account_id, sku, document_id) where sku is not null;

-- One row a reference. Its target is named, not pointed to: it may arrive later, or never.
create table document_links (
  account_id uuid not null,
  document_id uuid not null,
  -- 0 the document itself, otherwise the position of its line.
  position integer not null,
  to_type text collate "C" not null,
  to_number text collate "C" not null,
  -- '' on a line's link: the target's line is not named and is found by its SKU.
  to_line text collate "C" not null default '',
  quantity numeric(18, 6),
  primary key (account_id, document_id, position, to_type, to_number, to_line),
  foreign key (account_id, document_id) references documents on delete cascade
);
create index document_links_by_target on document_links (account_id, to_type, to_number, position, document_id);

create table shipment_events (
  account_id uuid not null,
  document_id uuid not null,
  id uuid not null,
  occurred_at timestamptz not null,
  -- As the event said it, such as +01:00.
  occurred_offset text,
  recorded_at timestamptz not null,
  classifier text collate "C" not null,
  code text collate "C" not null,
  place jsonb not null default '{}',
  description text,
  reason_code text,
  package text,
  source text collate "C" not null,
  source_event_id text collate "C" not null,
  retracts text collate "C",
  primary key (account_id, document_id, id),
  unique (account_id, document_id, source, source_event_id),
  foreign key (account_id, document_id) references documents on delete cascade
);

create table attachments (
  account_id uuid not null,
  document_id uuid not null,
  id uuid not null,
  name text not null,
  mime_type text not null,
  size integer not null,
  sha256 bytea not null,
  content bytea not null,
  created_at timestamptz not null,
  primary key (account_id, document_id, id),
  unique (account_id, document_id, name),
  foreign key (account_id, document_id) references documents on delete cascade
);
alter table attachments alter column content set storage external;

-- One row a document. Each term begins with the account's search_key, so that one index serves all accounts
-- and a search reads nobody else's postings.
create table document_search (
  account_id uuid not null,
  document_id uuid not null,
  type text collate "C" not null,
  list_date date not null,
  terms tsvector not null,
  primary key (account_id, document_id),
  foreign key (account_id, document_id) references documents on delete cascade
);
create index document_search_terms on document_search using gin (terms);
create index document_search_recent on document_search (account_id, list_date desc, document_id desc);

-- What several messages together say of one document (an order and its responses): each is kept, the document is
-- made from all of them in a fixed order, so the order of their arrival does not matter.
create table document_parts (
  account_id uuid not null references accounts on delete cascade,
  type text collate "C" not null,
  number text collate "C" not null,
  part text collate "C" not null,
  payload jsonb not null,
  modified_at timestamptz,
  primary key (account_id, type, number, part)
);

-- Documents whose customer could not be told: they wait for the operator, and are never guessed.
create table quarantine (
  id uuid primary key,
  received_at timestamptz not null,
  type text not null,
  number text not null,
  buyer_name text,
  -- [{scheme, value}] as the document named its buyer
  identifiers jsonb not null,
  reason text not null,
  payload jsonb not null,
  content_hash bytea not null unique
);

-- What came in, as it came, compressed; kept 90 days, to be replayed.
create table raw_messages (
  id uuid primary key,
  received_at timestamptz not null,
  source text not null,
  media_type text not null,
  first_line bigint not null,
  -- zstd
  content bytea not null
);
create index raw_messages_received on raw_messages (received_at);
alter table raw_messages alter column content set storage external;

create table api_keys (
  id uuid primary key,
  name text not null,
  scope text not null,
  hash bytea not null unique,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);

-- Row-level security: the second lock under the viewer that every query takes.
do $$
declare t text;
begin
  foreach t in array array['documents', 'document_lines', 'document_links', 'shipment_events', 'attachments', 'document_search'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_account on %I to portal using (account_id = current_account())', t);
    execute format('create policy all_accounts on %I to portal_server using (true) with check (true)', t);
    execute format('grant select on %I to portal', t);
    execute format('grant select, insert, update, delete on %I to portal_server', t);
  end loop;
end $$;
alter table accounts enable row level security;
alter table accounts force row level security;
create policy own_account on accounts to portal using (account_id = current_account());
create policy all_accounts on accounts to portal_server using (true) with check (true);
grant select on accounts to portal;
grant select, insert, update on accounts to portal_server;
grant select, insert, update, delete on account_identifiers, document_parts, quarantine, raw_messages, api_keys to portal_server;
