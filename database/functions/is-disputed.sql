-- Whether a customer disputes an invoice and the supplier has not decided on it yet.
create or replace function is_disputed(account uuid, number text) returns boolean language sql stable parallel safe
return exists (
  select from requests r
  where r.account_id = account and r.document_number = number and r.document_type = 'invoices' and r.kind = 'dispute'
    and r.state in ('open', 'taken')
);
