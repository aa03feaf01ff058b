-- What comes from the ERP, and what waits until it can be matched.

create table api_keys (
  id uuid primary key,
  name text not null,
  scope text not null,
  hash bytea not null unique,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  source text collate "C" not null default '',
  numbered_by text collate "C" not null default 'supplier' check (numbered_by in ('supplier', 'customer'))
);
grant select, insert, update, delete on api_keys to portal_server;

create table raw_messages (
  id uuid primary key,
  received_at timestamptz not null,
  source text not null,
  media_type text not null,
  first_line bigint not null,
  content bytea not null
);
alter table raw_messages alter column content set storage external;
create index raw_messages_received on raw_messages (received_at);
grant select, insert, update, delete on raw_messages to portal_server;

create table quarantine (
  id uuid primary key,
  received_at timestamptz not null,
  type text not null,
  number text not null,
  buyer_name text,
  identifiers jsonb not null,
  reason text not null,
  payload jsonb not null,
  content_hash bytea not null unique,
  original bytea
);
alter table quarantine alter column original set storage external;
grant select, insert, update, delete on quarantine to portal_server;

create table document_parts (
  account_id uuid not null references accounts on delete cascade,
  type text collate "C" not null,
  number text collate "C" not null,
  part text collate "C" not null,
  payload jsonb not null,
  modified_at timestamptz,
  primary key (account_id, type, number, part)
);
grant select, insert, update, delete on document_parts to portal_server;

create table shipment_keys (
  account_id uuid not null,
  document_id uuid not null,
  key text collate "C" not null,
  primary key (account_id, document_id, key),
  foreign key (account_id, document_id) references documents on delete cascade
);
create index shipment_keys_by_key on shipment_keys (key);
alter table shipment_keys enable row level security, force row level security;
grant select, insert, update, delete on shipment_keys to portal_server;

create table epcis_events (
  id text collate "C" primary key,
  received_at timestamptz not null,
  event jsonb not null
);
-- The operator reads the events that wait for their shipment, oldest first.
create index epcis_events_by_arrival on epcis_events (received_at, id);
grant select, insert, update, delete on epcis_events to portal_server;

create table epcis_event_keys (
  key text collate "C" not null,
  event_id text collate "C" not null references epcis_events on delete cascade,
  primary key (key, event_id)
);
create index epcis_event_keys_by_event on epcis_event_keys (event_id);
grant select, insert, update, delete on epcis_event_keys to portal_server;

create table accounts_to_settle (
  account_id uuid primary key references accounts,
  after uuid not null default '00000000-0000-0000-0000-000000000000'
);
alter table accounts_to_settle enable row level security, force row level security;
grant select, update, delete on accounts_to_settle to portal_server;
