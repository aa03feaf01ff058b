-- The day for which a customer last promised to pay an invoice; null when none was promised, or when the supplier declined it.
create or replace function promised_payment(account uuid, number text) returns date language sql stable parallel safe
return (
  select (r.content ->> 'payOn')::date from requests r
  where r.account_id = account and r.document_number = number and r.document_type = 'invoices' and r.kind = 'promisePayment'
    and r.state not in ('declined', 'withdrawn')
  order by r.made_at desc, r.id desc limit 1
);
