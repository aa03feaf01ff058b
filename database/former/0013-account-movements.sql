-- What changed the balance of an account, day by day: documents that were issued, payments, and what is settled without a
-- word about how and when. A statement reads a period of it by its key. Kept by statement triggers, like the counts, so that no
-- way of writing invoices can forget it. The movements of an invoice always add up to what is open on it.
create table account_movements (
  account_id uuid not null references accounts,
  currency text collate "C" not null,
  -- 0001-01-01 when the document has no date: it counts before every period.
  day date not null,
  document_id uuid not null,
  -- 0 the document itself, then its payments as they stand on it, 1000000 the rest.
  position integer not null,
  kind text collate "C" not null,
  -- With sign: positive is owed more.
  amount numeric(18, 4) not null,
  primary key (account_id, currency, day, document_id, position) include (amount)
);

-- Sums of whole months, so that the balance before a period is a handful of rows and less than a month of movements.
create table account_months (
  account_id uuid not null references accounts,
  currency text collate "C" not null,
  month date not null,
  amount numeric not null,
  primary key (account_id, currency, month)
);

-- The movements of one document; none while it is cancelled, or when it is not known what is open on it.
create function movements_of(
  type text, status text, currency text, issue_date date, invoice_kind text, gross numeric, open numeric, details jsonb)
returns table (day date, "position" integer, kind text, amount numeric) language sql immutable parallel safe
begin atomic
  with document as (
    select coalesce(issue_date, date '0001-01-01') as day,
      -- A credit note takes away, whatever sign its source gives it.
      case when invoice_kind = '381' then -abs(coalesce(gross, open)) else coalesce(gross, open) end as issued,
      case when invoice_kind = '381' then -abs(open) else open end as left_open
    where type = 'invoices' and status <> 'cancelled' and currency is not null and open is not null
  ), paid as (
    select (p.value ->> 'date')::date as day, p.ordinality::integer as "position",
      case when invoice_kind = '381' then abs((p.value ->> 'amount')::numeric) else -(p.value ->> 'amount')::numeric end as amount
    from document, jsonb_array_elements(coalesce(details -> 'payments', '[]')) with ordinality p
    where p.value ->> 'date' is not null and p.value ->> 'amount' is not null
  ), moved as (
    select day, 0 as "position",
      case invoice_kind when '381' then 'creditNote' when '386' then 'prepayment' else 'invoice' end as kind, issued as amount
    from document
    union all
    select paid.day, paid."position", case when paid.amount < 0 then 'payment' else 'refund' end, paid.amount from paid
    union all
    select day, 1000000, 'settlement', left_open - issued - (select coalesce(sum(paid.amount), 0) from paid) from document
  )
  select moved.day, moved."position", moved.kind, moved.amount from moved where moved.amount <> 0;
end;

do $do$
declare
  columns constant text := 'account_id, id, type, status, currency, issue_date, invoice_kind, gross, open, details';
  -- Documents that stay as they were, as far as movements go, leave them alone.
  moving constant text := $moving$
select d.account_id, d.currency, m.day, d.id as document_id, m."position", m.kind, m.amount from %I d
cross join lateral public.movements_of(d.type, d.status, d.currency, d.issue_date, d.invoice_kind, d.gross, d.open, d.details) m
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
    execute format('create function move_%s() returns trigger language plpgsql set search_path = pg_catalog, public as $body$ begin
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
alter table documents no force row level security;
insert into account_movements (account_id, currency, day, document_id, "position", kind, amount)
select d.account_id, d.currency, m.day, d.id, m."position", m.kind, m.amount from documents d
cross join lateral movements_of(d.type, d.status, d.currency, d.issue_date, d.invoice_kind, d.gross, d.open, d.details) m
where d.type = 'invoices';
insert into account_months (account_id, currency, month, amount)
select account_id, currency, date_trunc('month', day)::date, sum(amount) from account_movements group by 1, 2, 3;
alter table documents force row level security;

create trigger move_inserted after insert on documents referencing new table as added for each statement execute function move_inserted();
create trigger move_deleted after delete on documents referencing old table as removed for each statement execute function move_deleted();
create trigger move_updated after update on documents referencing old table as removed new table as added for each statement execute function move_updated();

-- What stands open on documents that are settled: paid too much, or credited and not yet taken off elsewhere.
create index documents_to_offset on documents (account_id, currency) include (invoice_kind, open)
where type = 'invoices' and status in ('paid', 'credited') and open <> 0;

do $$
declare t text;
begin
  foreach t in array array['account_movements', 'account_months'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_account on %I to portal using (account_id = current_account())', t);
    execute format('create policy all_accounts on %I to portal_server using (true) with check (true)', t);
    execute format('grant select on %I to portal', t);
    execute format('grant select, insert, update, delete on %I to portal_server', t);
  end loop;
end $$;
