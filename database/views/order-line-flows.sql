-- What each shipment and invoice takes from the lines of an order. Always asked for by one order at a time.
-- The line that an invoice names by a shipment is a number before it is looked up: as an expression over the map of all lines it would become the
-- key of the planner's memo, 7.3 s instead of 0.5 s for an order of 20,000 lines. docs/derived.md lists the cases.
create or replace view order_line_flows with (security_invoker = true) as
select o.account_id, o.id as order_id, at.position, case when at.position is null then x.sku end as sku, k.document_id,
  d.type as via, k.quantity,
  case when d.has_left then greatest(k.quantity, 0) else 0 end as shipped,
  case when d.status = 'delivered' and d.type = 'shipments' then greatest(k.quantity, 0) else 0 end as delivered,
  case when d.type = 'shipments' and d.status = 'returned' then abs(k.quantity)
    when d.type = 'shipments' and d.status <> 'cancelled' then greatest(-k.quantity, 0) else 0 end as returned,
  case when d.has_left and d.status not in ('delivered', 'returned') then greatest(k.quantity, 0) else 0 end as in_transit,
  case when d.has_left and d.status not in ('delivered', 'returned') then coalesce(d.estimated_date, d.promised_date) end as expected,
  case when d.status = 'lost_or_damaged' then greatest(k.quantity, 0) else 0 end as lost,
  case when d.type <> 'invoices' or d.status = 'cancelled' or d.invoice_kind = '386' then 0
    when d.invoice_kind = '381' then -abs(k.quantity) else k.quantity end as invoiced,
  -- What a credit note takes back, and what stood on an invoice that was credited whole.
  case when d.invoice_kind = '381' and d.status <> 'cancelled' then abs(k.quantity) else 0 end as credited,
  case when d.invoice_kind <> '381' and d.status = 'credited' then greatest(k.quantity, 0) else 0 end as annulled
from documents o
cross join lateral (
  select jsonb_object_agg(l.line, l.position) as by_line, coalesce(jsonb_object_agg(l.line, l.sku) filter (where l.sku is not null), '{}') as skus,
    coalesce(jsonb_object_agg(l.sku, true) filter (where l.sku is not null and l.kind = 'item' and l.quantity > 0), '{}') as articles
  from document_lines l where l.account_id = o.account_id and l.document_id = o.id offset 0
) m
cross join lateral (
  -- A line that names the order itself.
  select k.document_id, k.quantity, true as direct, k.document_id as by_id, k.position as by_position, k.to_line
  from document_links k
  where k.account_id = o.account_id and k.to_type = 'orders' and k.to_number = o.number and k.position > 0
    and m.by_line is not null
  union all
  -- A line that names no order, but the line of a shipment or an invoice that does. Few do: they are looked for once a
  -- document, not once a line.
  select i.document_id, i.quantity, false, h.document_id, i.position, k.to_line
  from (
    select h.document_id from document_links h
    where h.account_id = o.account_id and h.to_type = 'orders' and h.to_number = o.number and h.position = 0
      and m.by_line is not null offset 0
  ) h
  cross join lateral (
    select s.type, s.number from documents s
    where s.account_id = o.account_id and s.id = h.document_id and s.type in ('shipments', 'invoices') and exists (
      select from document_links i
      where i.account_id = o.account_id and i.to_type = s.type and i.to_number = s.number and i.position > 0 and i.to_line <> '' offset 0)
    offset 0
  ) s
  cross join lateral (
    select jsonb_object_agg(l.line, l.position) as by_line from document_lines l
    where l.account_id = o.account_id and l.document_id = h.document_id and s.type is not null offset 0
  ) n
  cross join lateral (
    select i.document_id, i.quantity, (n.by_line ->> i.to_line)::integer as position from document_links i
    where i.account_id = o.account_id and i.to_type = s.type and i.to_number = s.number and i.position > 0 and i.to_line <> ''
      and n.by_line ? i.to_line and not exists (
        select from (
          select x.to_type from document_links x
          where x.account_id = o.account_id and x.document_id = i.document_id and x.position = i.position offset 0
        ) x
        where x.to_type = 'orders' or x.to_type = 'shipments' and s.type = 'invoices')
    offset 0
  ) i
  cross join lateral (
    select k.to_line from document_links k
    where k.account_id = o.account_id and k.document_id = h.document_id and k.position = i.position
      and k.to_type = 'orders' and k.to_number = o.number offset 0
  ) k
) k
cross join lateral (
  select d.type, d.status, d.invoice_kind, d.estimated_date, d.promised_date,
    d.type = 'shipments' and d.status not in ('planned', 'packed', 'label_created', 'cancelled', 'lost_or_damaged') as has_left
  from documents d
  where d.account_id = o.account_id and d.id = k.document_id and d.type in ('shipments', 'invoices') offset 0
) d
left join lateral (
  select x.sku from document_lines x
  where x.account_id = o.account_id and x.document_id = k.by_id and x.position = k.by_position offset 0
) x on true
cross join lateral (
  select case when (m.skus ->> k.to_line) is distinct from x.sku and m.articles ? x.sku then null
    else (m.by_line ->> k.to_line)::integer end as position offset 0
) at
where o.type = 'orders' and k.quantity is not null and (k.direct or d.type = 'invoices')
  and (at.position is not null or m.articles ? x.sku);

grant select on order_line_flows to portal, portal_server;
