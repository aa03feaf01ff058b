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

alter table ordered_lines add column cancelled numeric(18, 6) not null default 0, add column is_kit boolean not null default false;
-- What will never come stands among an article's sums, too.
alter table item_totals add column cancelled numeric not null default 0;
create or replace function sum_ordered_lines() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  if tg_op = 'INSERT' then
    insert into public.item_totals as t (account_id, sku, unit, lines, ordered, shipped, delivered, returned, invoiced, in_transit, open, cancelled)
    select account_id, sku, coalesce(unit, ''), count(*), sum(ordered), sum(shipped), sum(delivered), sum(returned), sum(invoiced), sum(in_transit), sum(open), sum(cancelled)
    from came where sku is not null group by 1, 2, 3 order by 1, 2, 3
    on conflict (account_id, sku, unit) do update set lines = t.lines + excluded.lines, ordered = t.ordered + excluded.ordered, shipped = t.shipped + excluded.shipped, delivered = t.delivered + excluded.delivered, returned = t.returned + excluded.returned, invoiced = t.invoiced + excluded.invoiced, in_transit = t.in_transit + excluded.in_transit, open = t.open + excluded.open, cancelled = t.cancelled + excluded.cancelled;
  elsif tg_op = 'DELETE' then
    insert into public.item_totals as t (account_id, sku, unit, lines, ordered, shipped, delivered, returned, invoiced, in_transit, open, cancelled)
    select account_id, sku, coalesce(unit, ''), -count(*), -sum(ordered), -sum(shipped), -sum(delivered), -sum(returned), -sum(invoiced), -sum(in_transit), -sum(open), -sum(cancelled)
    from went where sku is not null group by 1, 2, 3 order by 1, 2, 3
    on conflict (account_id, sku, unit) do update set lines = t.lines + excluded.lines, ordered = t.ordered + excluded.ordered, shipped = t.shipped + excluded.shipped, delivered = t.delivered + excluded.delivered, returned = t.returned + excluded.returned, invoiced = t.invoiced + excluded.invoiced, in_transit = t.in_transit + excluded.in_transit, open = t.open + excluded.open, cancelled = t.cancelled + excluded.cancelled;
  else
    insert into public.item_totals as t (account_id, sku, unit, lines, ordered, shipped, delivered, returned, invoiced, in_transit, open, cancelled)
    select account_id, sku, coalesce(unit, ''), sum(n), sum(n * ordered), sum(n * shipped), sum(n * delivered), sum(n * returned), sum(n * invoiced), sum(n * in_transit), sum(n * open), sum(n * cancelled)
    from (select 1 as n, c.* from came c union all select -1, w.* from went w) changed where sku is not null group by 1, 2, 3 order by 1, 2, 3
    on conflict (account_id, sku, unit) do update set lines = t.lines + excluded.lines, ordered = t.ordered + excluded.ordered, shipped = t.shipped + excluded.shipped, delivered = t.delivered + excluded.delivered, returned = t.returned + excluded.returned, invoiced = t.invoiced + excluded.invoiced, in_transit = t.in_transit + excluded.in_transit, open = t.open + excluded.open, cancelled = t.cancelled + excluded.cancelled;
  end if;
  return null;
end $$;

-- A kit comes as its components: what is to come names those.
drop index ordered_lines_coming;
create index ordered_lines_coming on ordered_lines (account_id, arrival, order_id, position) where arrival is not null and not is_kit;

-- Where an order stands: by its lines as far as they tell (never more than was ordered, so that too much of one line does not
-- make up for another), and by the shipments and invoices that refer to it without saying of what. What will never come is
-- not waited for, unless the order was called off: then it never becomes whole. Always asked for by one order at a time.
create view order_progress with (security_invoker = true) as
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

-- Which items are told in other words is found in a time that grows with the items alone, whichever joins a batch allows.
create or replace function keep_item_terms() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  if tg_op = 'DELETE' then
    delete from public.item_terms t using renamed_from o where (t.account_id, t.sku) = (o.account_id, o.sku);
  elsif tg_op = 'UPDATE' then
    with told as materialized (
      select account_id, sku, customer_sku, gtin, name from renamed_to
      except select account_id, sku, customer_sku, gtin, name from renamed_from
    ), gone as (
      delete from public.item_terms t using told c where (t.account_id, t.sku) = (c.account_id, c.sku)
        and t.term <> all (select public.item_terms_of(c.sku, c.customer_sku, c.gtin, c.name))
    )
    insert into public.item_terms (account_id, sku, term)
    select c.account_id, c.sku, t.term from told c
    cross join lateral public.item_terms_of(c.sku, c.customer_sku, c.gtin, c.name) t (term)
    on conflict (account_id, sku, term) do nothing;
  else
    insert into public.item_terms (account_id, sku, term)
    select a.id, w.sku, t.term from (
      select n.sku, n.customer_sku, n.gtin, n.name, array_agg(n.account_id) as accounts
      from renamed_to n group by n.sku, n.customer_sku, n.gtin, n.name offset 0
    ) w
    cross join lateral public.item_terms_of(w.sku, w.customer_sku, w.gtin, w.name) t (term)
    cross join lateral unnest(w.accounts) a (id);
  end if;
  return null;
end $$;

-- What is there already. The owner, too, sees rows only by a policy.
do $$
declare t text;
begin
  foreach t in array array['documents', 'document_lines', 'document_links', 'ordered_lines', 'item_totals', 'document_sums', 'document_counts', 'account_versions'] loop
    execute format('alter table %I no force row level security', t);
  end loop;
end $$;
insert into ordered_lines as k
  (account_id, order_id, position, sku, unit, is_kit, ordered, shipped, delivered, returned, invoiced, in_transit, cancelled, open, arrival)
select s.account_id, s.order_id, s.position, s.sku, s.unit, s.is_kit, s.ordered, s.shipped, s.delivered, s.returned, s.invoiced,
  s.in_transit, s.cancelled, s.open, s.arrival
from order_line_stages s
on conflict (account_id, order_id, position) do update set shipped = excluded.shipped, delivered = excluded.delivered,
  returned = excluded.returned, invoiced = excluded.invoiced, in_transit = excluded.in_transit, cancelled = excluded.cancelled,
  open = excluded.open, arrival = excluded.arrival, is_kit = excluded.is_kit;
update documents d set fulfilment = p.fulfilment, billing = p.billing, payment = p.payment, fulfilled_date = p.fulfilled_date
from order_progress p
where d.account_id = p.account_id and d.id = p.id
  and (p.fulfilment, p.billing, p.payment, p.fulfilled_date) is distinct from (d.fulfilment, d.billing, d.payment, d.fulfilled_date);
do $$
declare t text;
begin
  foreach t in array array['documents', 'document_lines', 'document_links', 'ordered_lines', 'item_totals', 'document_sums', 'document_counts', 'account_versions'] loop
    execute format('alter table %I force row level security', t);
  end loop;
end $$;
