-- What has become of each ordered line, and what of it is still to come, in a time that grows with the lines alone. New: lines
-- that the supplier ended (refused, cancelled, closed short) and completed orders have nothing to come; a line that was
-- numbered anew keeps what was shipped by its article; what names only an article falls to that article's lines in the order
-- of their dates; a kit and its components count once; goods that were lost and credited are not sent again.
drop view order_line_stages;
drop view order_line_flows;

-- Each quantity that a line of a shipment or an invoice takes from an order's line, whichever way it refers to it, and what it
-- counts as. `position` is the order's line; null where only the article is known, or where the line named is of another
-- article and the order has lines of this one: then `sku` says which. Every step is a lateral subquery behind `offset 0`, so
-- that it is always walked from the order outwards by the whole index key, and lines are looked up in maps that are made
-- once a document; a map stands in the condition of what needs it, so that it is there before the first line.
create view order_line_flows with (security_invoker = true) as
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
  select i.document_id, i.quantity, false, h.document_id, (n.by_line ->> i.to_line)::integer, k.to_line
  from (
    select h.document_id from document_links h
    where h.account_id = o.account_id and h.to_type = 'orders' and h.to_number = o.number and h.position = 0
      and m.by_line is not null offset 0
  ) h
  cross join lateral (
    select s.type, s.number from documents s
    where s.account_id = o.account_id and s.id = h.document_id and s.type in ('shipments', 'invoices') and exists (
      select from document_links i
      where i.account_id = o.account_id and i.to_type = s.type and i.to_number = s.number and i.position > 0 and i.to_line <> '')
    offset 0
  ) s
  cross join lateral (
    select jsonb_object_agg(l.line, l.position) as by_line from document_lines l
    where l.account_id = o.account_id and l.document_id = h.document_id and s.type is not null offset 0
  ) n
  cross join lateral (
    select i.document_id, i.to_line, i.quantity from document_links i
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
    where k.account_id = o.account_id and k.document_id = h.document_id and k.position = (n.by_line ->> i.to_line)::integer
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

-- What of a quantity that is shared out in turn falls to one that has room for `room`, when those before it have room for
-- `before`; the last takes what is left.
create function share_of(shared numeric, before numeric, room numeric, is_last boolean) returns numeric
language sql immutable parallel safe
return case when shared > coalesce(before, 0)
  then case when is_last then shared - coalesce(before, 0) else least(shared - coalesce(before, 0), greatest(room, 0)) end
  else 0 end;

-- How many whole kits can be made of components that suffice for `enough`.
create function whole_kits(enough numeric, ordered numeric) returns numeric language sql immutable parallel safe
return case when enough >= ordered then ordered else floor(enough) end;

-- What has become of each line of an order: the sums of what order_line_flows says. `cancelled` will never come, `open` is to
-- come, `arrival` is when the next of it is expected: 9999-12-31 when nobody said, null when nothing is to come. Always asked
-- for by one order at a time. docs/derived.md lists the cases.
create view order_line_stages with (security_invoker = true) as
select o.account_id, o.id as order_id, s.position, s.sku, s.unit, s.is_kit, s.ordered, s.shipped, s.delivered, s.returned, s.invoiced,
  s.in_transit, s.cancelled, s.open, s.arrival
from documents o
cross join lateral (
  -- One row a line with all that names it, and one row an article, without a position, with what names the article alone.
  with told as (
    select position, max(sku) as sku, max(unit) as unit, max(line) as line, max(parent) as parent, max(status) as status,
      max(due) as due, max(ordered) as ordered, sum(shipped) as shipped, sum(delivered) as delivered, sum(returned) as returned,
      sum(in_transit) as in_transit, min(expected) as expected, sum(lost) as lost, sum(invoiced) as invoiced,
      sum(credited) as credited, sum(annulled) as annulled
    from (
      select l.position, l.sku, l.unit, l.line, l.details ->> 'parent' as parent, l.details ->> 'status' as status,
        coalesce((l.details ->> 'estimatedDate')::date, (l.details ->> 'promisedDate')::date, o.estimated_date, o.promised_date,
          (l.details ->> 'requestedDate')::date, o.requested_date, date '9999-12-31') as due,
        l.quantity as ordered, 0 as shipped, 0 as delivered, 0 as returned, 0 as in_transit, null::date as expected, 0 as lost,
        0 as invoiced, 0 as credited, 0 as annulled
      from document_lines l
      where l.account_id = o.account_id and l.document_id = o.id and l.kind = 'item' and l.quantity > 0
      union all
      select f.position, f.sku, null, null, null, null, null, null, f.shipped, f.delivered, f.returned, f.in_transit, f.expected,
        f.lost, f.invoiced, f.credited, f.annulled
      from order_line_flows f where f.account_id = o.account_id and f.order_id = o.id
    ) u
    group by position, case when position is null then sku end
    having position is null or max(ordered) is not null
  ),
  -- What names an article alone goes to the article's lines in the order of their dates, as far as each has room for it: what
  -- was shipped to what was ordered, what arrived to what was shipped.
  shipped as (
    select t.*, lead(t.position) over line is null as is_last,
      t.shipped + share_of(sum(t.shipped) filter (where t.position is null) over article,
        sum(greatest(t.ordered - t.shipped, 0)) over before, t.ordered - t.shipped, lead(t.position) over line is null) as all_shipped,
      t.invoiced + share_of(sum(t.invoiced) filter (where t.position is null) over article,
        sum(greatest(t.ordered - t.invoiced, 0)) over before, t.ordered - t.invoiced, lead(t.position) over line is null)
        + case when row_number() over line = 1
          then least(coalesce(sum(t.invoiced) filter (where t.position is null) over article, 0), 0) else 0 end as all_invoiced
    from told t
    window article as (partition by t.sku), line as (partition by t.sku order by t.due, t.position),
      before as (partition by t.sku order by t.due, t.position rows between unbounded preceding and 1 preceding)
  ), arrived as (
    select t.*,
      t.delivered + share_of(sum(t.delivered) filter (where t.position is null) over article,
        sum(greatest(t.all_shipped - t.delivered, 0)) over before, t.all_shipped - t.delivered, t.is_last) as all_delivered,
      t.returned + share_of(sum(t.returned) filter (where t.position is null) over article,
        sum(greatest(t.all_shipped - t.returned, 0)) over before, t.all_shipped - t.returned, t.is_last) as all_returned,
      t.lost + share_of(sum(t.lost) filter (where t.position is null) over article,
        sum(greatest(t.ordered - t.all_shipped - t.lost, 0)) over before, t.ordered - t.all_shipped - t.lost, t.is_last) as all_lost
    from shipped t
    window article as (partition by t.sku),
      before as (partition by t.sku order by t.due, t.position rows between unbounded preceding and 1 preceding)
  ), placed as (
    select t.*,
      t.in_transit + share_of(sum(t.in_transit) filter (where t.position is null) over article,
        sum(greatest(t.all_shipped - t.all_delivered - t.in_transit, 0)) over before,
        t.all_shipped - t.all_delivered - t.in_transit, t.is_last) as all_in_transit,
      least(t.expected, min(t.expected) filter (where t.position is null) over article) as next_expected,
      least(t.all_lost, greatest(
        t.credited + share_of(sum(t.credited) filter (where t.position is null) over article,
          sum(greatest(t.all_lost - t.credited, 0)) over before, t.all_lost - t.credited, t.is_last),
        t.annulled + share_of(sum(t.annulled) filter (where t.position is null) over article,
          sum(greatest(t.all_lost - t.annulled, 0)) over before, t.all_lost - t.annulled, t.is_last))) as written_off
    from arrived t
    window article as (partition by t.sku),
      before as (partition by t.sku order by t.due, t.position rows between unbounded preceding and 1 preceding)
  ),
  -- A kit has arrived when its components have, and they when it has, whichever of them the papers name.
  kin as (
    select t.position, t.sku, t.unit, t.status, t.due, t.ordered, t.all_shipped, t.all_delivered, t.all_returned, t.all_invoiced,
      t.all_in_transit, t.next_expected, t.written_off, coalesce(t.parent, t.line) as family, t.parent is not null as is_part,
      count(t.parent) over family > 0 and t.parent is null as is_kit,
      max(t.ordered) filter (where t.parent is null) over family as kits,
      max(t.all_shipped) filter (where t.parent is null) over family as kits_shipped,
      max(t.all_delivered) filter (where t.parent is null) over family as kits_delivered,
      max(t.all_invoiced) filter (where t.parent is null) over family as kits_invoiced
    from placed t where t.position is not null
    window family as (partition by coalesce(t.parent, t.line))
  ), whole as (
    select t.position, t.sku, t.unit, t.status, t.due, t.ordered, t.family, t.is_part, t.is_kit, t.written_off, t.next_expected,
      t.all_returned as returned,
      case when t.is_part then greatest(t.all_shipped, coalesce(t.kits_shipped * t.ordered / t.kits, 0))
        when t.is_kit then greatest(t.all_shipped, whole_kits(min(t.all_shipped * t.kits / t.ordered) filter (where t.is_part) over family, t.ordered))
        else t.all_shipped end as shipped,
      case when t.is_part then greatest(t.all_delivered, coalesce(t.kits_delivered * t.ordered / t.kits, 0))
        when t.is_kit then greatest(t.all_delivered, whole_kits(min(t.all_delivered * t.kits / t.ordered) filter (where t.is_part) over family, t.ordered))
        else t.all_delivered end as delivered,
      case when t.is_part then greatest(t.all_invoiced, coalesce(t.kits_invoiced * t.ordered / t.kits, 0))
        when t.is_kit then greatest(t.all_invoiced, whole_kits(min(t.all_invoiced * t.kits / t.ordered) filter (where t.is_part) over family, t.ordered))
        else t.all_invoiced end as invoiced,
      t.all_in_transit as in_transit
    from kin t
    window family as (partition by t.family)
  ), left_over as (
    select t.*, greatest(t.ordered - t.shipped, 0) as rest,
      case when o.source_status in ('completed', 'cancelled', 'rejected') or t.status is not null then 0
        else greatest(t.ordered - t.shipped - t.written_off, 0) end as to_come,
      case when t.is_kit or t.is_part then greatest(t.shipped - t.delivered - t.returned, 0) else t.in_transit end as under_way
    from whole t
  ), dated as (
    select t.*,
      case when t.is_kit and sum(t.to_come) filter (where t.is_part) over family = 0 then 0 else t.to_come end as open,
      least(case when t.under_way > 0 then coalesce(t.next_expected, date '9999-12-31') end,
        case when t.to_come > 0 then t.due end) as arrival
    from left_over t
    window family as (partition by t.family)
  )
  select t.position, t.sku, t.unit, t.is_kit, t.ordered, t.shipped, t.delivered, t.returned, t.invoiced, t.under_way as in_transit,
    t.rest - t.open as cancelled, t.open,
    case when not t.is_kit then t.arrival
      when t.under_way > 0 or t.open > 0 then coalesce(max(t.arrival) filter (where t.is_part) over family, t.arrival) end as arrival
  from dated t
  window family as (partition by t.family)
) s
where o.type = 'orders';
grant select on order_line_flows, order_line_stages to portal, portal_server;

