-- `portal_search` sees the search rows and the accounts' keys, nothing else.
create policy ids_only on document_search to portal_search using (true);
create policy key_only on accounts to portal_search using (true);
grant select on document_search to portal_search;
grant select (account_id, search_key) on accounts to portal_search;
grant portal_search to current_user;
grant create on schema public to portal_search;

-- Ids of the account's documents that hold all terms, newest first. Phase one looks at the newest thousand, phase two at
-- the index; each term is the beginning of a word or reference. The account is taken from the setting, never from an
-- argument, and what comes back is ids only: the caller reads the documents under row-level security.
create function search_document_ids(searched text[], types text[], before_date date, before_id uuid, at_most integer)
returns table (id uuid, list_date date)
language plpgsql stable security definer set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan as $$
declare
  account uuid := public.current_account();
  wanted tsquery := (
    select string_agg('''' || a.search_key || ':' || replace(replace(term, '\', '\\'), '''', '''''') || ''':*', ' & ')
    from unnest(searched) term, public.accounts a where a.account_id = account
  )::tsquery;
  capped integer := least(greatest(at_most, 1), 1001);
  found integer;
begin
  if account is null or wanted is null then return; end if;
  return query
    with recent as materialized (
      select s.document_id, s.list_date, s.type, s.terms from public.document_search s
      where s.account_id = account and (before_id is null or (s.list_date, s.document_id) < (before_date, before_id))
      order by s.list_date desc, s.document_id desc limit 1000
    )
    select r.document_id, r.list_date from recent r
    where r.terms @@ wanted and (types is null or r.type = any (types))
    order by r.list_date desc, r.document_id desc limit capped;
  get diagnostics found = row_count;
  if found >= capped then return; end if;
  return query
    with hits as materialized (
      select s.document_id, s.list_date from public.document_search s
      where s.terms @@ wanted and s.account_id = account and (types is null or s.type = any (types))
        and (before_id is null or (s.list_date, s.document_id) < (before_date, before_id))
    ), edge as (
      select s.list_date, s.document_id from public.document_search s
      where s.account_id = account and (before_id is null or (s.list_date, s.document_id) < (before_date, before_id))
      order by s.list_date desc, s.document_id desc offset 999 limit 1
    )
    select h.document_id, h.list_date from hits h
    where exists (select from edge e where (h.list_date, h.document_id) < (e.list_date, e.document_id))
    order by h.list_date desc, h.document_id desc limit capped - found;
end $$;
alter function search_document_ids(text[], text[], date, uuid, integer) owner to portal_search;
revoke all on function search_document_ids(text[], text[], date, uuid, integer) from public;
grant execute on function search_document_ids(text[], text[], date, uuid, integer) to portal;

-- How many documents of each type hold all terms. The newest thousand are looked at first: when they are all there is, or
-- hold enough hits, their number is the answer (`more` says that there may be others), so that two typed letters, which
-- half of the account's documents hold, cost no walk through the index. Otherwise the index is asked, up to `at_most`.

-- The second query stops at its limit, and the planner, which knows little of how common a prefix is, would then rather
-- walk the account's rows until enough of them match: a rare word would read them all. So there the account is compared
-- in a way that no index serves (each term carries it anyway), and the table is never read whole.
create function count_search_hits(searched text[], types text[], at_most integer)
returns table (type text, hits integer, more boolean)
language plpgsql stable security definer
set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  account uuid := public.current_account();
  wanted tsquery := (
    select string_agg('''' || a.search_key || ':' || replace(replace(term, '\', '\\'), '''', '''''') || ''':*', ' & ')
    from unnest(searched) term, public.accounts a where a.account_id = account
  )::tsquery;
  capped integer := least(greatest(at_most, 1), 1001);
begin
  if account is null or wanted is null then return; end if;
  return query
    with recent as materialized (
      select s.type, s.terms from public.document_search s where s.account_id = account
      order by s.list_date desc, s.document_id desc limit 1000
    ), counted as (
      select r.type, count(*)::integer as hits from recent r
      where r.terms @@ wanted and (types is null or r.type = any (types)) group by r.type
    ), whole as (select count(*) < 1000 as is_all from recent)
    select c.type, c.hits, not w.is_all from counted c, whole w
    where w.is_all or (select sum(x.hits) from counted x) >= 50;
  if found then return; end if;
  return query
    with counted as (
      select h.type, count(*)::integer as hits from (
        select s.type from public.document_search s
        where s.terms @@ wanted and s.account_id::text = account::text and (types is null or s.type = any (types))
        limit capped
      ) h group by h.type
    )
    select c.type, c.hits, (select sum(x.hits) from counted x) >= capped from counted c;
end $$;
alter function count_search_hits(text[], text[], integer) owner to portal_search;
revoke all on function count_search_hits(text[], text[], integer) from public;
grant execute on function count_search_hits(text[], text[], integer) to portal;

revoke create on schema public from portal_search;
