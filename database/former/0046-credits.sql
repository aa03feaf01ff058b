-- Credit notes are set against the invoices that they name: `credited` says how much of an invoice is settled by credit
-- notes, and of a credit note how much is set against invoices; both sides of each pair together, so that the sums of the
-- account hold. What is left of a credit note is credit to the customer ("credit"), never something to pay.
alter table documents add column credited numeric(18, 4) not null default 0;

-- Lists show a credit note negative, and are sorted as they show.
alter table documents drop column gross_order, drop column open_order;
alter table documents
  add column gross_order bigint not null generated always as (
    coalesce(((case when invoice_kind = '381' then -abs(gross) else gross end) * 10000)::bigint, -9223372036854775807)) stored,
  add column open_order bigint not null generated always as (
    coalesce(((case when invoice_kind = '381' then -abs(open) else open end) * 10000)::bigint, -9223372036854775807)) stored;
create index documents_by_gross on documents (account_id, type, gross_order, id) where type in ('quotes', 'orders', 'invoices');
create index documents_by_open on documents (account_id, type, open_order, id) where type = 'invoices';

drop trigger move_inserted on documents;
drop trigger move_deleted on documents;
drop trigger move_updated on documents;
drop function movements_of(text, text, text, date, text, numeric, numeric, jsonb);

-- The movements of one document; none when it is not known what is open on it, or while it is cancelled, but for what credit
-- notes take off it. What a credit note settles is on both documents and moves nothing.
create function movements_of(
  type text, status text, currency text, issue_date date, invoice_kind text, gross numeric, open numeric, credited numeric, details jsonb)
returns table (day date, "position" integer, kind text, amount numeric) language sql immutable parallel safe
begin atomic
  with document as (
    select coalesce(issue_date, date '0001-01-01') as day, status = 'cancelled' as is_cancelled,
      case when status = 'cancelled' then credited
        -- A credit note takes away, whatever sign its source gives it.
        when invoice_kind = '381' then -abs(coalesce((details ->> 'payable')::numeric, gross, open))
        else coalesce((details ->> 'payable')::numeric, gross, open) end as issued,
      case when status = 'cancelled' then 0 when invoice_kind = '381' then -abs(open) else open end as left_open,
      case when invoice_kind = '381' then -credited else credited end as set_off
    where type = 'invoices' and currency is not null
      and (status <> 'cancelled' and open is not null or status = 'cancelled' and invoice_kind <> '381' and credited <> 0)
  ), paid as (
    select (p.value ->> 'date')::date as day, p.ordinality::integer as "position",
      case when invoice_kind = '381' then abs((p.value ->> 'amount')::numeric) else -(p.value ->> 'amount')::numeric end as amount
    from document, jsonb_array_elements(coalesce(details -> 'payments', '[]')) with ordinality p
    where not document.is_cancelled and p.value ->> 'date' is not null and p.value ->> 'amount' is not null
  ), moved as (
    select day, 0 as "position",
      case invoice_kind when '381' then 'creditNote' when '386' then 'prepayment' else 'invoice' end as kind, issued as amount
    from document
    union all
    select paid.day, paid."position", case when paid.amount < 0 then 'payment' else 'refund' end, paid.amount from paid
    union all
    select day, 1000000, 'settlement', left_open - issued + set_off - (select coalesce(sum(paid.amount), 0) from paid) from document
  )
  select moved.day, moved."position", moved.kind, moved.amount from moved where moved.amount <> 0;
end;

do $do$
declare
  moving constant text := $moving$
select d.account_id, d.currency, m.day, d.id as document_id, m."position", m.kind, m.amount from %I d
cross join lateral public.movements_of(d.type, d.status, d.currency, d.issue_date, d.invoice_kind, d.gross, d.open, d.credited, d.details) m
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

-- What is there already. The owner, too, sees rows only by a policy.
do $$
declare t text;
begin
  foreach t in array array['documents', 'document_lines', 'document_links', 'account_movements', 'account_months', 'document_sums', 'document_counts', 'account_versions'] loop
    execute format('alter table %I no force row level security', t);
  end loop;
end $$;
update documents set gross = abs(gross), open = abs(open), paid = abs(paid), net = case when gross < 0 then -net else net end,
  tax = case when gross < 0 then -tax else tax end, charges = case when gross < 0 then -charges else charges end,
  discount = case when gross < 0 then -discount else discount end
where type = 'invoices' and invoice_kind = '381' and least(gross, open, paid) < 0;
-- A credit note that alone names one invoice, and no other, of which neither source says anything else.
with pair as (
  select c.account_id, c.id as credit_id, i.id as invoice_id,
    least(c.gross - coalesce(c.paid, 0), i.gross - coalesce(i.paid, 0)) as amount
  from documents c
  join document_links k on k.account_id = c.account_id and k.document_id = c.id and k.position = 0 and k.to_type = 'invoices'
  join documents i on i.account_id = c.account_id and i.type = 'invoices' and i.number = k.to_number and i.invoice_kind <> '381'
    and i.currency = c.currency
  where c.type = 'invoices' and c.invoice_kind = '381' and c.details ->> 'openAsSent' is null and i.details ->> 'openAsSent' is null
    and coalesce(c.source_status, 'open') not in ('paid', 'credited', 'cancelled')
    and coalesce(i.source_status, 'open') not in ('paid', 'cancelled')
    and not exists (
      select from document_links o where o.account_id = c.account_id and o.document_id = c.id and o.position = 0
        and o.to_type = 'invoices' and o.to_number <> k.to_number)
    and not exists (
      select from document_links o join documents x on x.account_id = o.account_id and x.id = o.document_id and x.invoice_kind = '381'
      where o.account_id = c.account_id and o.to_type = 'invoices' and o.to_number = k.to_number and o.position = 0 and o.document_id <> c.id)
), share as (
  select account_id, credit_id as id, amount from pair union all select account_id, invoice_id, amount from pair
)
update documents d set credited = s.amount, open = d.gross - coalesce(d.paid, 0) - s.amount,
  status = case when d.invoice_kind = '381' then d.status when s.amount >= d.gross then 'credited'
    when d.gross - coalesce(d.paid, 0) - s.amount <= 0 then 'paid' else 'partially_paid' end
from share s where d.account_id = s.account_id and d.id = s.id and s.amount > 0;
update documents set status = case when open > 0 then 'credit' else 'settled' end
where type = 'invoices' and invoice_kind = '381' and status <> 'cancelled';
delete from account_movements;
delete from account_months;
insert into account_movements (account_id, currency, day, document_id, "position", kind, amount)
select d.account_id, d.currency, m.day, d.id, m."position", m.kind, m.amount from documents d
cross join lateral movements_of(d.type, d.status, d.currency, d.issue_date, d.invoice_kind, d.gross, d.open, d.credited, d.details) m
where d.type = 'invoices';
insert into account_months (account_id, currency, month, amount)
select account_id, currency, date_trunc('month', day)::date, sum(amount) from account_movements group by 1, 2, 3;
do $$
declare t text;
begin
  foreach t in array array['documents', 'document_lines', 'document_links', 'account_movements', 'account_months', 'document_sums', 'document_counts', 'account_versions'] loop
    execute format('alter table %I force row level security', t);
  end loop;
end $$;

create trigger move_inserted after insert on documents referencing new table as added for each statement execute function move_inserted();
create trigger move_deleted after delete on documents referencing old table as removed for each statement execute function move_deleted();
create trigger move_updated after update on documents referencing old table as removed new table as added for each statement execute function move_updated();

-- What stands open to the customer's good: credit, and what was paid too much.
drop index documents_to_offset;
create index documents_to_offset on documents (account_id, currency) include (invoice_kind, open)
where type = 'invoices' and status in ('paid', 'credited', 'credit', 'settled') and open <> 0;
