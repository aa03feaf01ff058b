-- When each source was last refused something, so that staff get one mail at the first refusal and none for those after it.
create table refusal_alarms (
  source text collate "C" primary key,
  last_at timestamptz not null
);
grant select, insert, update on refusal_alarms to portal_server;

create index refused_messages_open_of_source on refused_messages (source_id, last_at desc, id desc) where settled_at is null;
create index import_runs_refused on import_runs (way, profile, started_at desc) 
  where not dry_run and finished_at is not null and (failure is not null or rejected > 0 or full_list ->> 'heldBack' is not null);
create index file_source_entries_refused on file_source_entries (source_id, at desc) where outcome = 'refused';
