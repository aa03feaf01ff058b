-- Whose numbers documents bear. Of a supplier's own numbers each belongs to one account: sent for another, the document moves.
-- Numbers that repeat per customer, such as those of a buyer's UBL orders, never do. `source` tells apart companies or systems of
-- the supplier whose numbers repeat.
alter table documents
  add column source text collate "C" not null default '',
  add column numbered_by text collate "C" not null default 'supplier' check (numbered_by in ('supplier', 'customer'));
alter table api_keys
  add column source text collate "C" not null default '',
  add column numbered_by text collate "C" not null default 'supplier' check (numbered_by in ('supplier', 'customer'));

-- Numbers that stand with several accounts already: nobody can say which account is right, so they stay until they are withdrawn
-- or sent again without the others. Nothing that is counted changes: the triggers would only raise every account's version.
alter table documents no force row level security;
alter table documents disable trigger user;
update documents d set numbered_by = 'customer'
where d.source_system = 'ubl' and d.type = 'orders'
  or exists (select from documents o where o.number = d.number and o.type = d.type and o.account_id <> d.account_id
    and (o.invoice_kind = '381') is not distinct from (d.invoice_kind = '381'));
alter table documents enable trigger user;
alter table documents force row level security;

-- Who has a number, and that nobody else gets it. An invoice and a credit note may share one.
create unique index documents_by_number on documents (number, type, source, coalesce(invoice_kind = '381', false))
where numbered_by = 'supplier';

-- Documents that an account had and has no more, so that a message that was late does not bring them back.
create table former_documents (
  account_id uuid not null references accounts,
  type text collate "C" not null,
  number text collate "C" not null,
  source text collate "C" not null,
  is_credit boolean not null,
  numbered_by text collate "C" not null,
  -- Of the version that was there last; null when its source named no time.
  modified_at timestamptz,
  -- Messages up to then are too late for this account; null when the number moved by a message that named no time.
  until timestamptz,
  -- Null: it moved to another account.
  withdrawn_at timestamptz,
  primary key (number, type, source, is_credit, account_id)
);
create index former_documents_of_account on former_documents (account_id);
alter table former_documents enable row level security;
alter table former_documents force row level security;
create policy all_accounts on former_documents to portal_server using (true) with check (true);
grant select, insert, update, delete on former_documents to portal_server;

-- How often an account lost documents: whoever keeps what it read, such as a browser without a network, forgets it then.
alter table account_versions add column removed bigint not null default 0;
create function count_removed() returns trigger language plpgsql set search_path = pg_catalog, public as $$ begin
  insert into public.account_versions as v (account_id, version, removed) select account_id, 1, 1 from gone group by account_id order by account_id
  on conflict (account_id) do update set version = v.version + 1, removed = v.removed + 1;
  return null;
end $$;
create trigger count_removed after delete on documents referencing old table as gone
  for each statement execute function count_removed();

-- The message that gave an account its name, and the account that one was merged into: what is sent for it goes there.
alter table accounts
  add column name_stated_at timestamptz,
  add column merged_into uuid references accounts;
create index accounts_merged on accounts (merged_into) where merged_into is not null;

-- A merged account takes along what its people have asked, saved and been invited to.
alter table request_files drop constraint request_files_account_id_request_id_fkey,
  add foreign key (account_id, request_id) references requests on delete cascade on update cascade;
grant update (account_id) on requests to portal_server;
grant delete on document_counts, account_movements to portal_server;
