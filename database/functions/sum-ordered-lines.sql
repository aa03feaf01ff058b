-- Keeps item_totals.
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
