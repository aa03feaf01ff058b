-- Whether receipts say of each line of a shipment what came of it.
create or replace function all_counted(account uuid, document uuid, number text) returns boolean language sql stable parallel safe
return not exists (
  select from document_lines l
  where l.account_id = account and l.document_id = document and l.kind = 'item' and l.line <> all (array(
    select e.line ->> 'line' from requests r cross join jsonb_array_elements(coalesce(r.content -> 'lines', '[]')) e (line)
    where r.account_id = account and r.document_type = 'shipments' and r.document_number = number and r.kind = 'confirmReceipt'
      and r.state not in ('declined', 'withdrawn')))
);
