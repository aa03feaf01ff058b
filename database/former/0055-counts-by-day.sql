-- How many documents stand in the statuses that change with the calendar (an open quote expires, an invoice falls overdue, a shipment
-- under way is unknown after a month), by the last day on which the stored status is shown. With document_counts beside it every
-- list knows its counts by status without reading documents: 14 ms for 58,000 invoices before, 0.2 now.
create table document_days (
  account_id uuid not null references accounts,
  type text collate "C" not null,
  status text collate "C" not null,
  -- 'infinity' where nothing decides that it changes.
  day date not null,
  count bigint not null,
  primary key (account_id, type, status, day)
);

-- The last day on which a document is shown in its stored status; null for a status that no date changes. The same rule as shown_status.
create function last_shown_day(type text, status text, valid_until date, due_date date, last_event_at timestamptz)
returns date language sql immutable parallel safe
return case
  when type = 'quotes' and status = 'open' then coalesce(valid_until, 'infinity')
  when type = 'invoices' and status in ('open', 'partially_paid') then coalesce(due_date, 'infinity')
  when type = 'shipments'
    and status in ('picked_up', 'in_transit', 'customs', 'on_hold', 'ready_for_pickup', 'out_for_delivery', 'delivery_failed')
    then coalesce((last_event_at at time zone 'UTC')::date + 30, 'infinity')
end;

create function count_days() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  -- In the order of the key, so that two imports wait for each other instead of blocking each other for good.
  if tg_op = 'INSERT' then
    insert into public.document_days as c (account_id, type, status, day, count)
    select a.account_id, a.type, a.status, d.day, count(*) from added a
    cross join lateral public.last_shown_day(a.type, a.status, a.valid_until, a.due_date, a.last_event_at) d (day)
    where d.day is not null group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (account_id, type, status, day) do update set count = c.count + excluded.count;
  elsif tg_op = 'DELETE' then
    insert into public.document_days as c (account_id, type, status, day, count)
    select a.account_id, a.type, a.status, d.day, -count(*) from removed a
    cross join lateral public.last_shown_day(a.type, a.status, a.valid_until, a.due_date, a.last_event_at) d (day)
    where d.day is not null group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (account_id, type, status, day) do update set count = c.count + excluded.count;
  else
    insert into public.document_days as c (account_id, type, status, day, count)
    select a.account_id, a.type, a.status, d.day, sum(a.change) from (
      select account_id, type, status, valid_until, due_date, last_event_at, 1 as change from added
      union all
      select account_id, type, status, valid_until, due_date, last_event_at, -1 from removed
    ) a
    cross join lateral public.last_shown_day(a.type, a.status, a.valid_until, a.due_date, a.last_event_at) d (day)
    where d.day is not null group by 1, 2, 3, 4 having sum(a.change) <> 0 order by 1, 2, 3, 4
    on conflict (account_id, type, status, day) do update set count = c.count + excluded.count;
  end if;
  return null;
end $$;
create trigger days_inserted after insert on documents referencing new table as added for each statement execute function count_days();
create trigger days_deleted after delete on documents referencing old table as removed for each statement execute function count_days();
create trigger days_updated after update on documents referencing old table as removed new table as added for each statement execute function count_days();

-- What is there already. The owner, too, sees rows only by a policy.
alter table documents no force row level security;
insert into document_days (account_id, type, status, day, count)
select d.account_id, d.type, d.status, l.day, count(*) from documents d
cross join lateral last_shown_day(d.type, d.status, d.valid_until, d.due_date, d.last_event_at) l (day)
where l.day is not null group by 1, 2, 3, 4;
alter table documents force row level security;

alter table document_days enable row level security;
alter table document_days force row level security;
create policy own_account on document_days to portal using (account_id = current_account());
create policy all_accounts on document_days to portal_server using (true) with check (true);
grant select on document_days to portal;
grant select, insert, update, delete on document_days to portal_server;
