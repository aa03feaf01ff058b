-- They keep account_movements and account_months: move_inserted, move_deleted and move_updated, for the three kinds of statement, from one text.
do $do$
declare
  moving constant text := $moving$
select d.account_id, d.currency, m.day, d.id as document_id, m."position", m.kind, m.amount from %I d
cross join lateral public.movements_of(d.type, d.status, d.currency, d.issue_date, d.invoice_kind, d.gross, d.open, d.credited, d.details, d.set_off) m
where d.type = 'invoices'$moving$;
  none constant text := $none$
select account_id, currency, day, document_id, "position", kind, amount from public.account_movements where false$none$;
  kind record;
begin
  for kind in select * from (values
    ('inserted', none, format(moving, 'added')),
    ('deleted', format(moving, 'removed'), none),
    ('updated', format(moving, 'removed'), format(moving, 'added'))
  ) as k (name, before, after) loop
    execute format('create or replace function move_%s() returns trigger language plpgsql set search_path = pg_catalog, public as $body$ begin
with before as materialized (%s), after as materialized (%s),
gone as materialized (select * from before except select * from after),
come as materialized (select * from after except select * from before),
deleted as (
  delete from public.account_movements m using gone g
  where (m.account_id, m.currency, m.day, m.document_id, m."position") = (g.account_id, g.currency, g.day, g.document_id, g."position")
    and not exists (select from come c where (c.account_id, c.currency, c.day, c.document_id, c."position")
      = (g.account_id, g.currency, g.day, g.document_id, g."position"))
), inserted as (
  insert into public.account_movements as m (account_id, currency, day, document_id, "position", kind, amount)
  select account_id, currency, day, document_id, "position", kind, amount from come
  on conflict (account_id, currency, day, document_id, "position") do update set kind = excluded.kind, amount = excluded.amount
)
insert into public.account_months as s (account_id, currency, month, amount)
select account_id, currency, date_trunc(''month'', day)::date, sum(amount) from (
  select account_id, currency, day, amount from come union all select account_id, currency, day, -amount from gone) changed
group by 1, 2, 3 having sum(amount) <> 0
-- In the order of the key, so that two imports wait for each other instead of blocking each other for good.
order by 1, 2, 3
on conflict (account_id, currency, month) do update set amount = s.amount + excluded.amount;
return null;
end $body$',
      kind.name, kind.before, kind.after);
  end loop;
end $do$;
