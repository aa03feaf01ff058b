-- Gathers statistics of a partitioned table (database/partitions), of the whole and of each partition. PostgreSQL does so
-- by itself for the partitions alone, and plans joins by the whole. Only the owner of a table may; the server calls it.
create or replace function analyze_partitioned_table(name text) returns void language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if not exists (select from pg_class where relname = name and relkind = 'p' and relnamespace = 'public'::regnamespace) then
    raise exception '% is no partitioned table', name using errcode = 'undefined_table';
  end if;
  execute format('analyze public.%I', name);
end $$;
revoke execute on function analyze_partitioned_table(text) from public;
grant execute on function analyze_partitioned_table(text) to portal_server;
