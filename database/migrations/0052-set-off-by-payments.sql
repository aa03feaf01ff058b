-- An ERP may book a credit note on the invoice as a payment that names it. Which documents are set against each other is kept on both.
alter table documents add column set_off jsonb;
-- Finds the invoices whose payments name a credit note, when that comes after them.
create index documents_by_payment_reference on documents using gin (jsonb_path_query_array(details, '$.payments[*].reference') jsonb_path_ops)
where type = 'invoices' and details ? 'payments';
-- It takes one argument more now. A new database does not have it yet.
drop function if exists movements_of(text, text, text, date, text, numeric, numeric, numeric, jsonb);

-- What is stored follows from the former rules: the server goes once through the invoices of accounts with credit notes.
alter table documents no force row level security;
alter table accounts_to_settle no force row level security;
insert into accounts_to_settle (account_id)
select distinct account_id from documents where type = 'invoices' and invoice_kind = '381' on conflict do nothing;
alter table accounts_to_settle force row level security;
alter table documents force row level security;
