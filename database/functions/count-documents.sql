-- Keeps document_counts.
create or replace function count_documents() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  -- In the order of the key, so that two imports wait for each other instead of blocking each other for good.
  if tg_op = 'INSERT' then
    insert into public.document_counts as c (account_id, type, status, count)
    select account_id, type, status, count(*) from added group by 1, 2, 3 order by 1, 2, 3
    on conflict (account_id, type, status) do update set count = c.count + excluded.count;
  elsif tg_op = 'DELETE' then
    insert into public.document_counts as c (account_id, type, status, count)
    select account_id, type, status, -count(*) from removed group by 1, 2, 3 order by 1, 2, 3
    on conflict (account_id, type, status) do update set count = c.count + excluded.count;
  else
    insert into public.document_counts as c (account_id, type, status, count)
    select account_id, type, status, sum(change) from (
      select account_id, type, status, 1 as change from added union all select account_id, type, status, -1 from removed) moved
    group by 1, 2, 3 having sum(change) <> 0 order by 1, 2, 3
    on conflict (account_id, type, status) do update set count = c.count + excluded.count;
  end if;
  return null;
end $$;
