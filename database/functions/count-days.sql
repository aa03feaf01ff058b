-- They keep document_days: days_inserted, days_deleted and days_updated, for the three kinds of statement. They differ only in the rows
-- that PostgreSQL gives them, `added`, `removed` or both, and are made from one text, so that they cannot come to count differently.
do $do$
declare
  -- %s is what has changed: each row of `documents` with its `change`, 1 as it is now, -1 as it was before.
  counting constant text := $counting$
with changed as (%s),
-- One row for each date by which a list can be narrowed. A document without that date is not counted under it.
dated as (
  select changed.account_id, changed.type, changed.status, changed.change,
    date.field, date.day, coalesce(shown.last_day, 'infinity') as last_day
  from changed
  cross join lateral public.last_shown_day(
    changed.type, changed.status, changed.valid_until, changed.due_date, changed.last_event_at) shown (last_day)
  cross join lateral (values
    ('list_date', changed.list_date),
    ('key_date', changed.key_date),
    ('last_shown_day', shown.last_day),
    ('late_day', public.first_late_day(
      changed.type, changed.promised_date, changed.estimated_date, changed.delivered_date, changed.status))
  ) date (field, day)
  where date.day is not null
),
-- What a statement changes in the end: documents whose dates and status stay as they were add up to nothing and write nothing.
differences as (
  select account_id, type, field, day, status, last_day, sum(change) as difference
  from dated
  group by account_id, type, field, day, status, last_day
  having sum(change) <> 0
)
insert into public.document_days as counted (account_id, type, field, day, status, last_day, count)
select account_id, type, field, day, status, last_day, difference from differences
-- In the order of the key, so that two imports wait for each other instead of blocking each other for good.
order by account_id, type, field, day, status, last_day
on conflict (account_id, type, field, day, status, last_day) do update set count = counted.count + excluded.count$counting$;
  kind record;
begin
  for kind in select * from (values
    ('inserted', 'select *, 1 as change from added'),
    ('deleted', 'select *, -1 as change from removed'),
    ('updated', 'select *, 1 as change from added union all select *, -1 from removed')
  ) as k (name, changed) loop
    execute format(
      'create or replace function days_%s() returns trigger language plpgsql set search_path = pg_catalog, public as $body$ begin %s; return null; end $body$',
      kind.name, format(counting, kind.changed));
  end loop;
end $do$;
