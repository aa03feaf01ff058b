-- The file as which a document was sent last, where it came as one: a customer's own e-invoice. It goes when the document goes, and
-- names its customer, so that it never goes along to another one.
create table original_files (
  account_id uuid not null,
  document_id uuid not null,
  -- What it calls itself: Invoice, OrderResponse.
  kind text collate "C" not null,
  -- Whether it tells any amount: then it is for who may see prices, whatever its type.
  has_amounts boolean not null,
  -- Byte for byte as it came, compressed with zstd.
  content bytea not null,
  modified_at timestamptz,
  received_at timestamptz not null,
  primary key (account_id, document_id),
  foreign key (account_id, document_id) references documents on delete cascade
);
alter table original_files alter column content set storage external;
alter table original_files enable row level security;
alter table original_files force row level security;
create policy own_account on original_files to portal using (account_id = current_account());
create policy all_accounts on original_files to portal_server using (true) with check (true);
grant select on original_files to portal;
grant select, insert, update, delete on original_files to portal_server;

-- What waits for its customer to be told brings its file along.
alter table quarantine add column original bytea;
alter table quarantine alter column original set storage external;
