-- Full lists: which documents a profile has named, and what a list that no longer named them withdrew, so that it can be
-- brought back.
create table import_profile_documents (
  profile text collate "C" not null,
  document_id uuid not null,
  held_by uuid not null,
  primary key (profile, document_id)
);
grant select, insert, update, delete on import_profile_documents to portal_server;
insert into import_profile_documents
select distinct on (r.profile, d.document_id) r.profile, d.document_id, d.held_by
from import_run_documents d join import_runs r on r.id = d.run_id
order by r.profile, d.document_id, r.started_at desc;

create table import_withdrawals (
  run_id uuid not null references import_runs on delete cascade,
  document_id uuid not null,
  held_by uuid not null,
  outcome text collate "C" check (outcome in ('restored', 'notRestored')),
  primary key (run_id, document_id)
);
create index import_withdrawals_left on import_withdrawals (run_id, document_id) where outcome is null;
grant select, insert, update, delete on import_withdrawals to portal_server;

create table import_withdrawn_rows (
  run_id uuid not null,
  document_id uuid not null,
  from_table text collate "C" not null,
  content jsonb not null,
  foreign key (run_id, document_id) references import_withdrawals on delete cascade
);
create index import_withdrawn_rows_of_document on import_withdrawn_rows (run_id, document_id);
grant select, insert, delete on import_withdrawn_rows to portal_server;

alter table import_runs add column full_list jsonb;
