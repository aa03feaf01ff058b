-- Credit notes that came before credit notes were set against invoices: 0046 settled only pairs of one and one. The rest follows from
-- rules that only the server knows, so it goes once through the invoices of these accounts (server/ingest/settle-anew.ts).
create table accounts_to_settle (
  account_id uuid primary key references accounts,
  -- Behind which invoice it goes on.
  after uuid not null default '00000000-0000-0000-0000-000000000000'
);
alter table accounts_to_settle enable row level security;
alter table accounts_to_settle force row level security;
create policy all_accounts on accounts_to_settle to portal_server using (true) with check (true);
grant select, update, delete on accounts_to_settle to portal_server;

-- Credit notes have no signs: what their source says is open neither. Nothing that is counted changes by that.
alter table documents no force row level security;
alter table accounts_to_settle no force row level security;
alter table documents disable trigger user;
update documents set details = jsonb_set(details, '{openAsSent}', to_jsonb(ltrim(details ->> 'openAsSent', '-')))
where type = 'invoices' and invoice_kind = '381' and details ->> 'openAsSent' like '-%';
alter table documents enable trigger user;
insert into accounts_to_settle (account_id) select distinct account_id from documents where type = 'invoices';
alter table accounts_to_settle force row level security;
alter table documents force row level security;
