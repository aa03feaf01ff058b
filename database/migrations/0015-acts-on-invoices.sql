-- What customers dispute and promise of invoices: few of an account's requests, looked up for each invoice that is listed.
create index requests_of_invoices on requests (account_id, document_number) include (kind, state)
  where document_type = 'invoices' and kind in ('dispute', 'promisePayment');

-- The invoices that a remittance advice names: each invoice's page shows the advice, and no second one pays what the first does.
create table remitted_invoices (
  account_id uuid not null,
  document_number text collate "C" not null,
  request_id uuid not null,
  settled numeric not null,
  open numeric not null,
  primary key (account_id, document_number, request_id),
  foreign key (account_id, request_id) references requests on update cascade on delete cascade
);
create index remitted_invoices_of_request on remitted_invoices (account_id, request_id);
alter table remitted_invoices enable row level security, force row level security;
grant select on remitted_invoices to portal;
grant select, insert, update (document_number) on remitted_invoices to portal_server;
