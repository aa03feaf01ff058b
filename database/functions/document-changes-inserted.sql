-- A document whose papers or promises changed is another for who looks at it, also when its own row is as it was.
create or replace function document_changes_inserted() returns trigger language plpgsql set search_path = pg_catalog, public as $$ begin
  insert into public.account_versions as v (account_id, version)
  select account_id, 1 from added group by account_id order by account_id
  on conflict (account_id) do update set version = v.version + 1;
  return null;
end $$;
