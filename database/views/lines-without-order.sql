-- Goods that are on their way without an order: the lines of shipments that refer to no order that is here. They stand among
-- the ordered lines with nothing ordered, under their shipment, until an order to which the shipment refers arrives.
-- Always asked for by one shipment at a time.
create or replace view lines_without_order with (security_invoker = true) as
select s.account_id, s.id as order_id, l.position, l.sku, l.unit, 0::numeric as ordered, q.shipped, q.delivered, q.returned,
  0::numeric as invoiced, q.in_transit, q.open,
  case when q.in_transit > 0 or q.open > 0 then coalesce(s.estimated_date, s.promised_date, date '9999-12-31') end as arrival
from documents s
cross join lateral (
  select l.position, l.sku, l.unit, l.quantity from document_lines l
  where l.account_id = s.account_id and l.document_id = s.id and l.kind = 'item' and l.quantity > 0 offset 0
) l
cross join lateral (
  select case when s.status in ('planned', 'packed', 'label_created') then 0 else l.quantity end as shipped,
    case when s.status = 'delivered' then l.quantity else 0 end as delivered,
    case when s.status = 'returned' then l.quantity else 0 end as returned,
    case when s.status in ('planned', 'packed', 'label_created', 'delivered', 'returned') then 0 else l.quantity end as in_transit,
    case when s.status in ('planned', 'packed', 'label_created') then l.quantity else 0 end as open offset 0
) q
where s.type = 'shipments' and s.status not in ('cancelled', 'lost_or_damaged') and not exists (
  select from (
    select k.to_number from document_links k
    where k.account_id = s.account_id and k.document_id = s.id and k.position = 0 and k.to_type = 'orders' offset 0
  ) k
  cross join lateral (
    -- A range in the order of the index by number: see server/ingest/document-by-number.ts.
    select from documents o where o.account_id = s.account_id and o.type = 'orders' and o.number >= k.to_number and o.number <= k.to_number
    order by o.number limit 1
  ) o
);

grant select on lines_without_order to portal, portal_server;
