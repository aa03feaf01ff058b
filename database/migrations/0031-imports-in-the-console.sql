-- Imports in the console: files are uploaded once and kept while somebody maps them, and each run remembers what it wrote,
-- so that it can be undone.
create table import_uploads (
  id uuid primary key,
  staff_id uuid not null references staff on delete cascade,
  name text not null,
  size bigint not null,
  uploaded_at timestamptz not null
);
create index import_uploads_by_time on import_uploads (uploaded_at);
grant select, insert, update, delete on import_uploads to portal_server;

create table import_upload_parts (
  upload_id uuid not null references import_uploads on delete cascade,
  part integer not null,
  content bytea not null,
  primary key (upload_id, part)
);
alter table import_upload_parts alter column content set storage external;
grant select, insert, delete on import_upload_parts to portal_server;

alter table import_profiles add column saved_by text;
grant update, delete on import_profiles to portal_server;

alter table import_runs
  add column way text collate "C" not null default 'folder' check (way in ('folder', 'call', 'console', 'command')),
  add column version integer,
  add column dry_run boolean not null default false,
  add column started_by text,
  add column seen_at timestamptz,
  add column created integer,
  add column updated integer,
  add column unchanged integer,
  add column stale integer,
  add column problems jsonb,
  add column undone_at timestamptz,
  add column undone_by text;
create index import_runs_by_time on import_runs (started_at desc, id desc) where not dry_run;

create table import_run_documents (
  run_id uuid not null references import_runs on delete cascade,
  document_id uuid not null,
  held_by uuid not null,
  is_new boolean not null,
  content_hash bytea not null,
  outcome text collate "C" check (outcome in ('withdrawn', 'changed', 'existed', 'gone')),
  primary key (run_id, document_id)
);
create index import_run_documents_left on import_run_documents (run_id, document_id) where outcome is null;
grant select, insert, update, delete on import_run_documents to portal_server;
grant select on import_run_documents to portal_console;
