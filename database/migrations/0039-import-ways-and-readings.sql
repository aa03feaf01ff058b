-- The watched folder and the call, by which files of a profile come: when staff are to hear of it, and how the folder goes.
create table import_ways (
  way text collate "C" not null check (way in ('folder', 'call')),
  profile text collate "C" not null,
  silent_hours integer check (silent_hours between 1 and 8760),
  saved_at timestamptz,
  saved_by text,
  looked_at timestamptz,
  failing_since timestamptz,
  failure text,
  alarm text collate "C" check (alarm in ('failing', 'silent')),
  primary key (way, profile)
);
grant select, insert, update, delete on import_ways to portal_server;

create index import_runs_by_way on import_runs (profile, way, started_at desc, id desc) where not dry_run;
create index file_source_entries_read on file_source_entries (source_id, at desc) where outcome in ('processed', 'refused');

-- What of the documents of a key was not as the ingest format has it and was taken all the same, each once.
create table lenient_readings (
  key_id uuid not null references api_keys,
  kind text collate "C" not null check (kind in ('property', 'number', 'date', 'status')),
  path text collate "C" not null,
  documents bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (key_id, kind, path)
);
grant select, insert, update, delete on lenient_readings to portal_server;
