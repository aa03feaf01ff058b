-- How much of an invoice remittance advices settle that the supplier has neither answered nor booked: since they were made, what
-- is open is the same. Negative of a credit note; null without one.
create or replace function advised_amount(account uuid, number text, open numeric) returns numeric language sql stable parallel safe
return (
  select sum(i.settled) from remitted_invoices i join requests r on r.account_id = i.account_id and r.id = i.request_id
  where i.account_id = account and i.document_number = number and i.open = advised_amount.open and r.state in ('open', 'taken', 'asked')
);
