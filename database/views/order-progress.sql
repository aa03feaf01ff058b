-- Where an order stands: by its lines as far as they tell (never more than was ordered, so that too much of one line does not
-- make up for another), and by the shipments and invoices that refer to it without saying of what. What will never come is
-- not waited for, unless the order was called off: then it never becomes whole. Always asked for by one order at a time.
create or replace view order_progress with (security_invoker = true) as
select d.account_id, d.id, coalesce(d.source_status, 'received') as status, f.fulfilment, b.billing,
  case when r.settled and r.some_paid and b.billing = 'invoiced' then 'paid' when r.some_paid then 'partially_paid' else 'pending' end as payment,
  -- Of what was not delivered in full no day is told.
  case when f.fulfilment = 'delivered' and (l.lines = 0 or l.in_full or r.left_count > 0 and not l.any_shipped) then r.last_delivered end as fulfilled_date
from documents d
cross join lateral (
  select count(*) as lines,
    coalesce(bool_and(k.shipped >= w.wanted), false) as all_shipped, coalesce(bool_or(k.shipped > 0), false) as any_shipped,
    coalesce(bool_and(k.delivered >= w.wanted), false) as all_delivered, coalesce(bool_or(k.delivered > 0), false) as any_delivered,
    coalesce(bool_and(k.invoiced >= w.wanted), false) as all_invoiced, coalesce(bool_or(k.invoiced > 0), false) as any_invoiced,
    coalesce(bool_and(k.delivered >= k.ordered), false) as in_full
  from ordered_lines k
  cross join lateral (
    select case when d.source_status in ('cancelled', 'rejected') then k.ordered else k.ordered - k.cancelled end as wanted offset 0
  ) w
  where k.account_id = d.account_id and k.order_id = d.id and not k.is_kit
) l
cross join lateral (
  select count(*) filter (where x.type = 'shipments' and x.status not in ('planned', 'packed', 'label_created', 'cancelled', 'lost_or_damaged')) as left_count,
    count(*) filter (where x.type = 'shipments' and x.status = 'delivered') as delivered_count,
    max(x.delivered_date) filter (where x.type = 'shipments' and x.status = 'delivered') as last_delivered,
    coalesce(bool_or(x.type = 'shipments' and x.status = 'partially_delivered'), false) as partly_delivered,
    count(*) filter (where x.type = 'invoices' and x.invoice_kind = '380' and x.status <> 'cancelled') as invoices,
    bool_and(x.status in ('paid', 'credited')) filter (where x.type = 'invoices' and x.invoice_kind = '380' and x.status <> 'cancelled') as settled,
    coalesce(bool_or(x.status in ('paid', 'partially_paid')) filter (where x.type = 'invoices' and x.invoice_kind <> '381'), false) as some_paid
  from (
    select d.account_id, k.document_id as id from document_links k
    where k.account_id = d.account_id and k.to_type = 'orders' and k.to_number = d.number and k.position = 0
    union
    select d.account_id, m.document_id from document_links k
    cross join lateral (
      select s.number from documents s
      where s.account_id = k.account_id and s.id = k.document_id and s.type = 'shipments' offset 0
    ) s
    cross join lateral (
      select m.document_id from document_links m
      where m.account_id = d.account_id and m.to_type = 'shipments' and m.to_number = s.number and m.position = 0 offset 0
    ) m
    where k.account_id = d.account_id and k.to_type = 'orders' and k.to_number = d.number and k.position = 0
  ) y
  cross join lateral (
    select x.type, x.status, x.invoice_kind, x.delivered_date from documents x where x.account_id = y.account_id and x.id = y.id offset 0
  ) x
) r
cross join lateral (
  -- The shipments alone tell when there are no lines, or when none of them says what it holds and the order is completed.
  select l.lines = 0 or d.source_status = 'completed' and not l.any_shipped as by_shipments offset 0
) s
cross join lateral (
  select case
    when s.by_shipments and r.delivered_count > 0 and r.delivered_count = r.left_count or l.all_delivered and l.any_delivered then 'delivered'
    when l.any_delivered or r.partly_delivered or r.delivered_count > 0 then 'partially_delivered'
    when s.by_shipments and r.left_count > 0 or l.all_shipped and l.any_shipped then 'shipped'
    when l.any_shipped or r.left_count > 0 then 'partially_shipped'
    else 'not_shipped'
  end as fulfilment offset 0
) f
cross join lateral (
  select case
    when l.lines = 0 and r.invoices > 0 or l.all_invoiced and l.any_invoiced
      or d.source_status = 'completed' and r.invoices > 0 and not l.any_invoiced then 'invoiced'
    when l.any_invoiced or r.invoices > 0 then 'partially_invoiced'
    else 'not_invoiced'
  end as billing offset 0
) b
where d.type = 'orders';

grant select on order_progress to portal_server;
