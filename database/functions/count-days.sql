-- They keep document_days: days_inserted, days_deleted and days_updated, for the three kinds of statement, from one text.
do $do$
declare
  columns constant text := 'account_id, type, status, list_date, key_date, valid_until, due_date, last_event_at, promised_date, estimated_date, delivered_date';
  kind record;
begin
  for kind in select * from (values
    ('inserted', format('select %s, 1 as change from added', columns)),
    ('deleted', format('select %s, -1 as change from removed', columns)),
    ('updated', format('select %1$s, 1 as change from added union all select %1$s, -1 from removed', columns))
  ) as k (name, source) loop
    execute format($make$create or replace function days_%s() returns trigger language plpgsql set search_path = pg_catalog, public as $body$ begin
insert into public.document_days as c (account_id, type, field, day, status, last_day, count)
select d.account_id, d.type, f.field, f.day, d.status, coalesce(l.day, 'infinity'), sum(d.change)
from (%s) d
cross join lateral public.last_shown_day(d.type, d.status, d.valid_until, d.due_date, d.last_event_at) l (day)
cross join lateral (values ('last_shown_day', l.day), ('list_date', d.list_date), ('key_date', d.key_date),
  ('late_day', public.first_late_day(d.type, d.promised_date, d.estimated_date, d.delivered_date, d.status))) f (field, day)
where f.day is not null
group by 1, 2, 3, 4, 5, 6 having sum(d.change) <> 0
-- In the order of the key, so that two imports wait for each other instead of blocking each other for good.
order by 1, 2, 3, 4, 5, 6
on conflict (account_id, type, field, day, status, last_day) do update set count = c.count + excluded.count;
return null;
end $body$$make$, kind.name, kind.source);
  end loop;
end $do$;
