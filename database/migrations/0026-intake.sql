-- What staff see of the intake: which sources speak and how much, what was refused, and what waits for an account.

-- A source of documents: an API key under its own id, or the operator's imports under the id that ends in 1.
create table intake_sources (
  id uuid primary key,
  last_at timestamptz not null,
  silent_since timestamptz
);
alter table intake_sources enable row level security, force row level security;
grant select, insert, update, delete on intake_sources to portal_server;
grant select on intake_sources to portal_console;

create table intake_hours (
  source_id uuid not null references intake_sources on delete cascade,
  hour timestamptz not null,
  created integer not null,
  updated integer not null,
  unchanged integer not null,
  rejected integer not null,
  quarantined integer not null,
  primary key (source_id, hour)
);
create index intake_hours_by_hour on intake_hours (hour);
alter table intake_hours enable row level security, force row level security;
grant select, insert, update, delete on intake_hours to portal_server;
grant select on intake_hours to portal_console;

create table refused_messages (
  id uuid primary key,
  source_id uuid not null,
  hash bytea not null,
  format text collate "C" not null,
  parts boolean not null,
  for_account text collate "C",
  numbering_source text collate "C" not null,
  numbered_by text collate "C" not null check (numbered_by in ('supplier', 'customer')),
  reason text collate "C" not null,
  problems jsonb not null,
  line bigint not null,
  document_type text collate "C",
  document_number text collate "C",
  account_number text collate "C",
  content text not null,
  whole boolean not null,
  times integer not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null,
  settled_at timestamptz,
  outcome text collate "C" check (outcome in ('replayed', 'came_right', 'discarded')),
  settled_by text,
  note text,
  unique (source_id, hash),
  check ((settled_at is null) = (outcome is null))
);
create index refused_messages_open on refused_messages (last_at desc, id desc) where settled_at is null;
create index refused_messages_by_time on refused_messages (last_at desc, id desc);
create index refused_messages_open_by_reason on refused_messages (reason, id) where settled_at is null;
create index refused_messages_open_documents on refused_messages (document_number, document_type) where settled_at is null and document_number is not null;
alter table refused_messages enable row level security, force row level security;
grant select, insert, update, delete on refused_messages to portal_server;
grant select on refused_messages to portal_console;

create table refused_days (
  source_id uuid not null,
  day date not null,
  kept integer not null,
  bytes bigint not null,
  primary key (source_id, day)
);
alter table refused_days enable row level security, force row level security;
grant select, insert, update, delete on refused_days to portal_server;

-- Staff read of keys what they are called.
alter table api_keys add column former_hash bytea unique;
alter table api_keys add column former_until timestamptz;
alter table api_keys add column created_by text;
alter table api_keys enable row level security, force row level security;
grant select (id, name, revoked_at) on api_keys to portal_console;

-- What waits for an account is read by staff a page at a time.
create index quarantine_by_arrival on quarantine (received_at, id);
