-- Where the portal fetches files by itself: an address that is polled, a folder at an SFTP server, a mailbox.
create table file_sources (
  id uuid primary key,
  name text collate "C" not null unique,
  settings jsonb not null,
  secret bytea,
  saved_at timestamptz not null,
  saved_by text,
  state jsonb not null default '{}',
  next_at timestamptz not null,
  looked_at timestamptz,
  last_file_at timestamptz,
  failing_since timestamptz,
  failure text,
  alarm text collate "C" check (alarm in ('failing', 'silent'))
);
create index file_sources_due on file_sources (next_at);
grant select, insert, update, delete on file_sources to portal_server;

create table file_source_entries (
  id uuid primary key,
  source_id uuid not null references file_sources on delete cascade,
  at timestamptz not null,
  key text collate "C",
  files text[] not null,
  outcome text collate "C" not null check (outcome in ('processed', 'refused', 'left', 'failed')),
  reason text,
  report text,
  profile_version integer,
  run_id uuid
);
create unique index file_source_entries_by_key on file_source_entries (source_id, key) where key is not null;
create index file_source_entries_by_time on file_source_entries (source_id, at desc, id desc);
grant select, insert, update, delete on file_source_entries to portal_server;

alter table import_runs drop constraint import_runs_way_check;
alter table import_runs add constraint import_runs_way_check
  check (way in ('folder', 'call', 'console', 'command', 'https', 'sftp', 'mailbox'));
