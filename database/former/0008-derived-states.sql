-- The status that a person sees today. `today` is the supplier's calendar date.
create function shown_status(type text, status text, valid_until date, due_date date, last_event_at timestamptz, today date)
returns text language sql immutable parallel safe
return case
  when type = 'quotes' and status = 'open' and valid_until < today then 'expired'
  when type = 'invoices' and status in ('open', 'partially_paid') and due_date < today then 'overdue'
  when type = 'shipments'
    and status in ('picked_up', 'in_transit', 'customs', 'on_hold', 'ready_for_pickup', 'out_for_delivery', 'delivery_failed')
    and last_event_at < (today - 30)::timestamp at time zone 'UTC' then 'unknown'
  else status
end;

-- A shipment is late when it came, or will come, or should have come after the promise.
create function is_late(promised_date date, estimated_date date, delivered_date date, status text, today date)
returns boolean language sql immutable parallel safe
return coalesce(
  case
    when promised_date is null or status in ('cancelled', 'returned') then false
    when delivered_date is not null then delivered_date > promised_date
    when status = 'delivered' then false
    else coalesce(estimated_date > promised_date, false) or promised_date < today
  end, false);

-- Each quantity that a shipment's or invoice's line takes from an order's line, whichever way it refers to it (by line;
-- by order and SKU; through the line of a shipment or of an invoice), and what it counts as. Goods count as shipped once
-- they have left and are not lost, as returned when they came back; a credit note takes back what was invoiced, a
-- prepayment invoices nothing. Every step is a lateral subquery behind `offset 0`, so that it is always walked from the
-- order outwards by the whole index key, whatever the planner believes of tables that were filled a moment ago.
create view order_line_flows with (security_invoker = true) as
select o.account_id, o.id as order_id, at.position, k.document_id, d.type as via, k.quantity,
  case when d.type = 'shipments' and d.status not in ('planned', 'packed', 'label_created', 'cancelled', 'lost_or_damaged')
    then greatest(k.quantity, 0) else 0 end as shipped,
  case when d.type = 'shipments' and d.status = 'delivered' then greatest(k.quantity, 0) else 0 end as delivered,
  case when d.type = 'shipments' and d.status = 'returned' then abs(k.quantity)
    when d.type = 'shipments' and d.status <> 'cancelled' then greatest(-k.quantity, 0) else 0 end as returned,
  case when d.type <> 'invoices' or d.status = 'cancelled' or d.invoice_kind = '386' then 0
    when d.invoice_kind = '381' then -abs(k.quantity) else k.quantity end as invoiced
from documents o
cross join lateral (
  -- A line that names the order itself.
  select k.document_id, k.quantity, true as direct, k.document_id as by_id, k.position as by_position, k.to_line
  from document_links k
  where k.account_id = o.account_id and k.to_type = 'orders' and k.to_number = o.number and k.position > 0
  union all
  -- A line that names no order, but the line of a shipment or an invoice that does. Few do: they are looked for once a
  -- document, not once a line.
  select i.document_id, i.quantity, false, h.document_id, l.position, k.to_line
  from (
    select h.document_id from document_links h
    where h.account_id = o.account_id and h.to_type = 'orders' and h.to_number = o.number and h.position = 0 offset 0
  ) h
  cross join lateral (
    select s.type, s.number from documents s
    where s.account_id = o.account_id and s.id = h.document_id and s.type in ('shipments', 'invoices') offset 0
  ) s
  cross join lateral (
    select i.document_id, i.to_line, i.quantity from document_links i
    where i.account_id = o.account_id and i.to_type = s.type and i.to_number = s.number and i.position > 0 and i.to_line <> ''
      and not exists (
        select from (
          select x.to_type from document_links x
          where x.account_id = o.account_id and x.document_id = i.document_id and x.position = i.position offset 0
        ) x
        where x.to_type = 'orders' or x.to_type = 'shipments' and s.type = 'invoices')
    offset 0
  ) i
  cross join lateral (
    select l.position from document_lines l
    where l.account_id = o.account_id and l.document_id = h.document_id and l.line = i.to_line offset 0
  ) l
  cross join lateral (
    select k.to_line from document_links k
    where k.account_id = o.account_id and k.document_id = h.document_id and k.position = l.position
      and k.to_type = 'orders' and k.to_number = o.number offset 0
  ) k
) k
cross join lateral (
  select d.type, d.status, d.invoice_kind from documents d
  where d.account_id = o.account_id and d.id = k.document_id and d.type in ('shipments', 'invoices') offset 0
) d
cross join lateral (
  select case when k.to_line <> '' then
    (select l.position from document_lines l where l.account_id = o.account_id and l.document_id = o.id and l.line = k.to_line limit 1)
  else
    (select l.position from document_lines l
     where l.account_id = o.account_id and l.document_id = o.id and l.sku = (
       select x.sku from document_lines x
       where x.account_id = o.account_id and x.document_id = k.by_id and x.position = k.by_position)
     order by l.position limit 1)
  end as position offset 0
) at
where o.type = 'orders' and at.position is not null and k.quantity is not null and (k.direct or d.type = 'invoices');

grant select on order_line_flows to portal, portal_server;
