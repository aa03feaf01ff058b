-- Sums that the first page shows, kept like the counts by statement triggers: what is open by the day that decides about
-- it, spend and kept promises by month. A page then reads some hundred narrow rows, however many documents there are.
create table document_sums (
  account_id uuid not null references accounts,
  -- 'quotes', 'orders', 'invoices': those still open. 'spend': invoices less credit notes. 'promises': orders promised.
  topic text collate "C" not null,
  -- Of what is open its stored status; of promises 'kept' or 'missed'; of spend nothing.
  status text collate "C" not null,
  currency text collate "C" not null,
  -- Open quotes: the last day of validity. Invoices: due. Orders: the day after which they are late, -infinity when they
  -- already are. Spend and promises: the first of the month.
  day date not null,
  -- An order that is expected later than it was promised.
  moved boolean not null,
  count bigint not null,
  -- Quotes, orders: gross. Invoices: what is left to pay. Spend: gross. A credit note takes away.
  amount numeric not null,
  primary key (account_id, topic, status, currency, day, moved)
);

-- Counts the statements that changed anything of an account's documents: what was read at one version is true until the next.
create table account_versions (
  account_id uuid primary key references accounts,
  version bigint not null
);

-- When the last delivery made an order whole; null while it is not, or when that day is not known.
alter table documents add column fulfilled_date date;

-- Orders that were there before: whole with the last of their deliveries. The owner, too, sees rows only by a policy.
alter table documents no force row level security;
update documents o set fulfilled_date = (
  select max(s.delivered_date) from document_links k
  join documents s on s.account_id = k.account_id and s.id = k.document_id and s.type = 'shipments' and s.status = 'delivered'
  where k.account_id = o.account_id and k.to_type = 'orders' and k.to_number = o.number and k.position = 0)
where o.type = 'orders' and o.fulfilment = 'delivered';

-- One text adds up what is there already and, in the triggers, what three kinds of statement bring and take.
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
  execute format(adding, format('select %s, 1 as change from public.documents', columns));
  for kind in select * from (values
    ('inserted', 'added', format('select %s, 1 as change from added', columns)),
    ('deleted', 'removed', format('select %s, -1 as change from removed', columns)),
    ('updated', 'added', format('select %1$s, 1 as change from added union all select %1$s, -1 from removed', columns))
  ) as k (name, changed, source) loop
    execute format('create function sum_%s() returns trigger language plpgsql set search_path = pg_catalog, public as $body$ begin
%s;
insert into public.account_versions as v (account_id, version)
select account_id, 1 from %s group by account_id order by account_id
on conflict (account_id) do update set version = v.version + 1;
return null;
end $body$',
      kind.name, format(adding, kind.source), kind.changed);
  end loop;
end $do$;
alter table documents force row level security;

create trigger sum_inserted after insert on documents referencing new table as added for each statement execute function sum_inserted();
create trigger sum_deleted after delete on documents referencing old table as removed for each statement execute function sum_deleted();
create trigger sum_updated after update on documents referencing old table as removed new table as added for each statement execute function sum_updated();

-- What waits for the customer, the most urgent first, and goods that have not arrived.
create index documents_waiting on documents (account_id, type, key_date, id)
where type = 'quotes' and status = 'open'
  or type = 'orders' and status in ('received', 'confirmed', 'in_progress', 'on_hold') and (status = 'on_hold' or estimated_date > promised_date)
  or type = 'shipments' and status in ('delivery_failed', 'on_hold', 'ready_for_pickup')
  or type = 'invoices' and status in ('open', 'partially_paid');
create index documents_under_way on documents (account_id, key_date, id)
  include (status, promised_date, estimated_date, delivered_date, last_event_at)
where type = 'shipments' and status in ('planned', 'packed', 'label_created', 'picked_up', 'in_transit', 'customs', 'on_hold',
  'ready_for_pickup', 'out_for_delivery', 'delivery_failed', 'partially_delivered');

do $$
declare t text;
begin
  foreach t in array array['document_sums', 'account_versions'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_account on %I to portal using (account_id = current_account())', t);
    execute format('create policy all_accounts on %I to portal_server using (true) with check (true)', t);
    execute format('grant select on %I to portal', t);
    execute format('grant select, insert, update, delete on %I to portal_server', t);
  end loop;
end $$;

-- When the supplier's system last told anything: the one thing a viewer may know of messages that are everybody's.
create function last_received() returns timestamptz language sql stable security definer set search_path = pg_catalog, public
return (select max(received_at) from public.raw_messages);
revoke execute on function last_received() from public;
grant execute on function last_received() to portal;

-- When a member was last here, and when the visit before that one ended.
create table visits (
  account_id uuid not null,
  user_id uuid not null,
  visited_at timestamptz not null,
  previous_visit_at timestamptz,
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references memberships on delete cascade
);
grant select, insert, update, delete on visits to portal_server;
