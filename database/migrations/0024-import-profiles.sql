-- How files of other programs become documents, and what was read by them.
create table import_profiles (
  name text collate "C" not null,
  version integer not null,
  profile json not null,
  saved_at timestamptz not null,
  primary key (name, version)
);
grant select, insert on import_profiles to portal_server;

create table import_runs (
  id uuid primary key,
  profile text collate "C" not null,
  files text[] not null,
  fingerprint text collate "C" not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  received integer,
  rejected integer,
  failure text
);
create index import_runs_of_profile on import_runs (profile, started_at desc);
create index import_runs_old on import_runs (started_at);
grant select, insert, update, delete on import_runs to portal_server;
