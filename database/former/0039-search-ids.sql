-- The ids that a list narrowed by a text, and the item tracker, read: frequent words by going through the newest documents,
-- rare ones by the index, and never by all documents of the account.
drop function search_document_ids(text[], text[], date, uuid, integer);
grant create on schema public to portal_search;

-- Ids of the account's documents of these types that hold all terms, each as the beginning of a word or reference, newest
-- first. The account is taken from the setting, never from an argument, and what comes back is ids only: the caller reads
-- the documents under row-level security.
create function search_document_ids(searched text[], types text[], at_most integer)
returns table (id uuid, list_date date)
language plpgsql stable security definer
set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  account uuid := public.current_account();
  wanted tsquery := (
    select string_agg('''' || a.search_key || ':' || replace(replace(term, '\', '\\'), '''', '''''') || ''':*', ' & ')
    from unnest(searched) term, public.accounts a where a.account_id = account
  )::tsquery;
  left_over integer := least(greatest(at_most, 1), 1001);
  span integer;
  fitting public.search_hit[];
  looked integer;
  alike integer;
  edge_day date := 'infinity';
  edge_id uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
begin
  if account is null or wanted is null then return; end if;
  foreach span in array array[1000, 20000] loop
    with walked as materialized (
      select s.document_id, s.list_date as day, s.type, s.terms @@ wanted as fits from public.document_search s
      where s.account_id = account and (s.list_date, s.document_id) < (edge_day, edge_id)
      order by s.list_date desc, s.document_id desc limit span
    )
    select coalesce(array_agg((w.document_id, w.day, w.type)::public.search_hit) filter (where w.fits and w.type = any (types)), '{}'),
      count(*), count(*) filter (where w.fits), (select x.day from walked x order by x.day, x.document_id limit 1),
      (select x.document_id from walked x order by x.day, x.document_id limit 1)
    into fitting, looked, alike, edge_day, edge_id from walked w;
    return query select f.id, f.day from unnest(fitting) f order by f.day desc, f.id desc limit left_over;
    left_over := left_over - cardinality(fitting);
    if looked < span or left_over <= 0 then return; end if;
    -- What every tenth document holds is found sooner by going on than by sorting all that the index knows.
    exit when alike < span / 10;
  end loop;
  return query select s.document_id, s.list_date from public.document_search s
    where s.terms @@ wanted and (s.account_id = account) is true and s.type = any (types)
      and (s.list_date, s.document_id) < (edge_day, edge_id)
    order by s.list_date desc, s.document_id desc limit left_over;
end $$;
alter function search_document_ids(text[], text[], integer) owner to portal_search;
revoke all on function search_document_ids(text[], text[], integer) from public;
grant execute on function search_document_ids(text[], text[], integer) to portal;

revoke create on schema public from portal_search;
