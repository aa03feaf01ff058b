-- Keeps document_days.
create or replace function count_days() returns trigger language plpgsql set search_path = pg_catalog, public as $$
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
