-- What changed of a document since it first came: one row for each message that changed something, or that changed it
-- by changing another (an order became shipped because a shipment left). Amounts stand apart, so that they are not even
-- read for a person without the permission `prices`.
create table document_changes (
  account_id uuid not null,
  document_id uuid not null,
  -- When it changed: as the source says, failing that when the portal heard of it.
  changed_at timestamptz not null,
  id uuid not null,
  recorded_at timestamptz not null,
  type text collate "C" not null,
  -- [{field, old, new, lines?}], see contract/documents/changes.ts
  changes jsonb not null,
  amounts jsonb not null,
  only_amounts boolean not null,
  -- A promised or estimated date that was known became another.
  moves_promise boolean not null,
  primary key (account_id, document_id, changed_at, id),
  foreign key (account_id, document_id) references documents on delete cascade
);
-- What happened lately in an account, and which promises were moved lately.
create index document_changes_recent on document_changes (account_id, changed_at desc, id desc);
create index document_changes_moved on document_changes (account_id, changed_at desc, id desc) where moves_promise;

alter table document_changes enable row level security;
alter table document_changes force row level security;
create policy own_account on document_changes to portal using (account_id = current_account());
create policy all_accounts on document_changes to portal_server using (true) with check (true);
grant select on document_changes to portal;
grant select, insert, update, delete on document_changes to portal_server;
