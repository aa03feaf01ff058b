-- Counts in account_versions that an account lost documents.
create or replace function count_removed() returns trigger language plpgsql set search_path = pg_catalog, public as $$ begin
  insert into public.account_versions as v (account_id, version, removed) select account_id, 1, 1 from gone group by account_id order by account_id
  on conflict (account_id) do update set version = v.version + 1, removed = v.removed + 1;
  return null;
end $$;
