-- How often documents of each type changed: what was read of a type is true until its number is another, whatever became of
-- the other types.
alter table account_versions
  add column quotes bigint not null default 0,
  add column orders bigint not null default 0,
  add column shipments bigint not null default 0,
  add column invoices bigint not null default 0;

-- All that is owed by currency, one row whatever the days on which it was due: what has been due for longer than the days
-- that are looked at is the rest of it, so that nobody reads years of days.
alter table document_sums no force row level security;
insert into document_sums (account_id, topic, status, currency, day, moved, count, amount)
select account_id, 'owed', '', currency, '-infinity', false, sum(count), sum(amount) from document_sums
where topic = 'invoices' group by account_id, currency;
alter table document_sums force row level security;

do $do$
declare
  columns constant text := 'account_id, type, status, currency, issue_date, valid_until, promised_date, estimated_date, delivered_date, due_date, fulfilment, fulfilled_date, invoice_kind, gross, open';
  adding constant text := $adding$
insert into public.document_sums as s (account_id, topic, status, currency, day, moved, count, amount)
select d.account_id, g.topic, g.status, g.currency, g.day, g.moved, sum(d.change), sum(d.change * g.amount)
from (%s) d
cross join lateral (
  select d.type as topic, d.status, coalesce(d.currency, '') as currency,
    case
      when d.type = 'invoices' then coalesce(d.due_date, 'infinity')
      when d.type = 'quotes' then case when d.status = 'open' then coalesce(d.valid_until, 'infinity') else 'infinity' end
      when d.promised_date is null then 'infinity'
      when d.delivered_date is not null then case when d.delivered_date > d.promised_date then '-infinity'::date else 'infinity' end
      when d.estimated_date > d.promised_date then '-infinity'
      else d.promised_date
    end as day,
    d.type = 'orders' and coalesce(d.estimated_date > d.promised_date, false) as moved,
    case when d.type <> 'invoices' then coalesce(d.gross, 0)
      when d.invoice_kind = '381' then -abs(coalesce(d.open, 0)) else coalesce(d.open, 0) end as amount
  where d.type = 'quotes' and d.status in ('requested', 'in_preparation', 'open', 'revision_requested')
    or d.type = 'orders' and d.status in ('received', 'confirmed', 'in_progress', 'on_hold')
    or d.type = 'invoices' and d.status in ('open', 'partially_paid')
  union all
  select 'spend', '', d.currency, date_trunc('month', d.issue_date)::date, false,
    case when d.invoice_kind = '381' then -abs(coalesce(d.gross, 0)) else coalesce(d.gross, 0) end
  where d.type = 'invoices' and d.status <> 'cancelled' and d.currency is not null and d.issue_date is not null
  union all
  select 'owed', '', coalesce(d.currency, ''), '-infinity', false,
    case when d.invoice_kind = '381' then -abs(coalesce(d.open, 0)) else coalesce(d.open, 0) end
  where d.type = 'invoices' and d.status in ('open', 'partially_paid')
  union all
  select 'promises', case when d.fulfilled_date <= d.promised_date then 'kept' else 'missed' end, '',
    date_trunc('month', d.promised_date)::date, false, 0
  where d.type = 'orders' and d.promised_date is not null and d.status not in ('cancelled', 'rejected')
    and (d.fulfilled_date is not null or d.fulfilment is distinct from 'delivered')
) g
group by 1, 2, 3, 4, 5, 6
having sum(d.change) <> 0 or sum(d.change * g.amount) <> 0
-- In the order of the key, so that two imports wait for each other instead of blocking each other for good.
order by 1, 2, 3, 4, 5, 6
on conflict (account_id, topic, status, currency, day, moved)
  do update set count = s.count + excluded.count, amount = s.amount + excluded.amount$adding$;
  kind record;
begin
  for kind in select * from (values
    ('inserted', 'added', format('select %s, 1 as change from added', columns)),
    ('deleted', 'removed', format('select %s, -1 as change from removed', columns)),
    ('updated', 'added', format('select %1$s, 1 as change from added union all select %1$s, -1 from removed', columns))
  ) as k (name, changed, source) loop
    execute format($make$create or replace function sum_%s() returns trigger language plpgsql set search_path = pg_catalog, public as $body$ begin
%s;
insert into public.account_versions as v (account_id, version, quotes, orders, shipments, invoices)
select account_id, 1, max((type = 'quotes')::int), max((type = 'orders')::int), max((type = 'shipments')::int), max((type = 'invoices')::int)
from %s group by account_id order by account_id
on conflict (account_id) do update set version = v.version + 1, quotes = v.quotes + excluded.quotes,
  orders = v.orders + excluded.orders, shipments = v.shipments + excluded.shipments, invoices = v.invoices + excluded.invoices;
return null;
end $body$$make$,
      kind.name, format(adding, kind.source), kind.changed);
  end loop;
end $do$;
