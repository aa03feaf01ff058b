-- How many documents an account has of each type and stored status. Counting rows would cost a list more than reading
-- its page; here a list's total is a handful of rows, exact at any size. Statement triggers keep it, so that no way of
-- writing documents can forget it.
create table document_counts (
  account_id uuid not null references accounts,
  type text collate "C" not null,
  status text collate "C" not null,
  count bigint not null,
  primary key (account_id, type, status)
);

create function count_documents() returns trigger language plpgsql set search_path = pg_catalog, public as $$
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

create trigger count_inserted after insert on documents referencing new table as added for each statement execute function count_documents();
create trigger count_deleted after delete on documents referencing old table as removed for each statement execute function count_documents();
create trigger count_updated after update on documents referencing old table as removed new table as added for each statement execute function count_documents();

alter table document_counts enable row level security;
alter table document_counts force row level security;
create policy own_account on document_counts to portal using (account_id = current_account());
create policy all_accounts on document_counts to portal_server using (true) with check (true);
grant select on document_counts to portal;
grant select, insert, update on document_counts to portal_server;
