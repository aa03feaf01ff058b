-- The lines and orders that are kept follow what order_line_stages now says.
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
