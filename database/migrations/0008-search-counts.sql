-- How many documents of each type hold all terms. The newest thousand are looked at first: when they are all there is, or
-- hold enough hits, their number is the answer (`more` says that there may be others), so that two typed letters, which
-- half of the account's documents hold, cost no walk through the index. Otherwise the index is asked, up to `at_most`.
grant portal_search to current_user;
grant create on schema public to portal_search;

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
revoke create on schema public from portal_search;
revoke all on function count_search_hits(text[], text[], integer) from public;
grant execute on function count_search_hits(text[], text[], integer) to portal;
