-- How much of a line of a shipment has come that is delivered only in part: what receipts counted of it, all of it where the line
-- has its own date of delivery or a receipt says that everything came, else nothing that is known.
create or replace function came_so_far(account uuid, shipment text, line text, quantity numeric, details jsonb) returns numeric
language sql stable parallel safe
return (
  with receipts as (
    select r.content from requests r
    where r.account_id = account and r.document_type = 'shipments' and r.document_number = shipment and r.kind = 'confirmReceipt'
      and r.state not in ('declined', 'withdrawn')
  )
  select coalesce(
    (select case when count(*) > 0 then least(sum((e.line ->> 'received')::numeric), came_so_far.quantity) end
      from receipts r cross join jsonb_array_elements(coalesce(r.content -> 'lines', '[]')) e (line)
      where e.line ->> 'line' = came_so_far.line),
    case when details ? 'deliveredDate' or exists (select from receipts r where r.content ->> 'complete' = 'true') then came_so_far.quantity end,
    0)
);
