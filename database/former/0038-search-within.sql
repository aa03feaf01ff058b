-- The same search: of an order, article or serial named by its prefix the middle is enough, as without the prefix.

-- Whether each of the parts, behind the weight that it is sought in and a slash, is somewhere in a term said as that.
create function said_within(terms tsvector, parts text[]) returns boolean language sql immutable parallel safe
return not exists (
  select from unnest(parts) part where not exists (
    select from unnest(terms) t
    where split_part(part, '/', 1) = any (t.weights) and strpos(split_part(t.lexeme, ':', 2), split_part(part, '/', 2)) > 0
  )
);

create or replace function search_documents(asked jsonb)
returns table (part text, found_id uuid, found_day date, found_type text, hits integer, more boolean)
language plpgsql stable security definer
set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  account uuid := public.current_account();
  wanted tsquery := public.search_query(account, array(select jsonb_array_elements_text(asked -> 'groups')), asked ->> 'whole');
  -- What the index is asked for, where that is less than what is wanted.
  sought tsquery := case when asked ? 'sought'
    then public.search_query(account, array(select jsonb_array_elements_text(asked -> 'sought')), null) else wanted end;
  beginning text collate "C" := asked ->> 'beginning';
  fragments text[] := array(
    select '%' || regexp_replace(f, '[^[:alnum:]]', '', 'g') || '%' from jsonb_array_elements_text(asked -> 'fragments') f order by length(f) desc);
  fragment text := fragments[1];
  said text[] := case when asked ? 'said' then array(select jsonb_array_elements_text(asked -> 'said')) end;
  types text[] := array(select jsonb_array_elements_text(asked -> 'types'));
  seen text[] := array(select jsonb_array_elements_text(asked -> 'seen'));
  first_day date := coalesce((asked ->> 'from')::date, date '-infinity');
  last_day date := coalesce((asked ->> 'to')::date, date 'infinity');
  statuses text[] := case when asked ? 'statuses' then array(select jsonb_array_elements_text(asked -> 'statuses')) end;
  least_amount numeric := (asked ->> 'over')::numeric;
  now_day date := (asked ->> 'today')::date;
  narrowed boolean := statuses is not null or least_amount is not null;
  before_day date := (asked ->> 'day')::date;
  before_id uuid := (asked ->> 'id')::uuid;
  capped integer := least(greatest((asked ->> 'limit')::integer, 1), 1001);
  exact tsquery := (
    select ('''' || a.search_key || ':' || regexp_replace(asked ->> 'exact', '[^[:alnum:]]', '', 'g') || '''')::tsquery
    from public.accounts a where a.account_id = account);
  newest public.search_hit[];
  newest_exact public.search_hit[];
  looked integer;
  alike integer;
  walked boolean;
  begun public.search_hit[];
  referred tsquery;
  edge_day date;
  edge_id uuid;
  filled integer;
begin
  if account is null or (wanted is null and fragment is null and not (asked ? 'browse')) then return; end if;
  with recent as materialized (
    select s.document_id as id, s.list_date as day, s.type, (wanted is null or s.terms @@ wanted)
      and (fragment is null or s.codes like all (fragments)) and (said is null or public.said_within(s.terms, said)) as fits, exact is not null and s.terms @@ exact as is_exact
    from public.document_search s
    where s.account_id = account and s.list_date between first_day and last_day
      and (before_id is null or (s.list_date, s.document_id) < (before_day, before_id))
    order by s.list_date desc, s.document_id desc limit 1000
  ), matched as (
    select array_agg((r.id, r.day, r.type)::public.search_hit order by r.day desc, r.id desc) as list,
      array_agg((r.id, r.day, r.type)::public.search_hit order by r.day desc, r.id desc) filter (where r.is_exact and r.type = any (types)) as exact
    from recent r
    where r.fits and r.type = any (seen) and (not narrowed or exists (
      select from public.documents d where d.account_id = account and d.id = r.id
        and (statuses is null or public.shown_status(d.type, d.status, d.valid_until, d.due_date, d.last_event_at, now_day) = any (statuses))
        and (least_amount is null or d.gross >= least_amount)))
  )
  select coalesce(m.list, '{}'), coalesce(m.exact, '{}'), (select count(*) from recent), (select count(*) from recent r where r.fits),
    (select r.day from recent r order by r.day, r.id limit 1), (select r.id from recent r order by r.day, r.id limit 1)
  into newest, newest_exact, looked, alike, edge_day, edge_id from matched m;
  return query select 'hit', n.id, n.day, n.type, null::integer, null::boolean from unnest(newest) n
    where n.type = any (types) order by n.day desc, n.id desc limit capped;
  get diagnostics filled = row_count;
  if filled >= capped and cardinality(newest_exact) > 0 then
    return query select 'exact', n.id, n.day, n.type, null::integer, null::boolean from unnest(newest_exact[1:8]) n;
  elsif filled >= capped and exact is not null then
    return query select 'exact', s.document_id, s.list_date, s.type, null::integer, null::boolean from public.document_search s
      where s.terms @@ exact and (s.account_id = account) is true and s.type = any (types) and s.list_date between first_day and last_day
      order by s.list_date desc, s.document_id desc limit 8;
  end if;
  if looked < 1000 or filled >= capped then
    if before_id is null then
      return query select 'count', null::uuid, null::date, n.type, count(*)::integer, looked >= 1000 from unnest(newest) n group by n.type;
    end if;
    return;
  end if;
  if narrowed or alike >= 100 then
    -- So many at a time, because each must be looked up; the rest follows with the next page. What every tenth document
    -- holds is found sooner by going through them than by sorting all that the index knows.
    walked := alike >= 100;
    return query with older as materialized (
      (select s.document_id as id, s.list_date as day, s.type,
          (wanted is null or s.terms @@ wanted) and (fragment is null or s.codes like all (fragments))
            and (said is null or public.said_within(s.terms, said)) as fits
        from public.document_search s
        where walked and s.account_id = account
          and s.list_date between first_day and last_day and (s.list_date, s.document_id) < (edge_day, edge_id)
        order by s.list_date desc, s.document_id desc limit 4000)
      union all
      (select s.document_id, s.list_date, s.type, true from public.document_search s
        where not walked and (sought is null or s.terms @@ sought) and (s.terms @@ wanted) is not false
          and (fragment is null or (s.codes like fragment and s.codes like all (fragments))) and (said is null or public.said_within(s.terms, said))
          and (s.account_id = account) is true
          and s.list_date between first_day and last_day and (s.list_date, s.document_id) < (edge_day, edge_id)
        order by s.list_date desc, s.document_id desc limit 4000)
    ), fitting as materialized (
      select o.* from older o where o.fits and o.type = any (seen) and (not narrowed or exists (
        select from public.documents d where d.account_id = account and d.id = o.id
          and (statuses is null or public.shown_status(d.type, d.status, d.valid_until, d.due_date, d.last_event_at, now_day) = any (statuses))
          and (least_amount is null or d.gross >= least_amount)))
    )
    (select 'hit', f.id, f.day, f.type, null::integer, null::boolean from fitting f where f.type = any (types)
      order by f.day desc, f.id desc limit capped - filled)
    union all
    select 'count', null, null, c.type, count(*)::integer, (select count(*) from older) = 4000
    from (select n.type from unnest(newest) n union all select f.type from fitting f) c where before_id is null group by c.type
    union all
    (select 'rest', o.id, o.day, o.type, null, null from older o where (select count(*) from older) = 4000 order by o.day, o.id limit 1);
    return;
  end if;
  if beginning is not null then
    -- The second code of a document without a reference is another one: its term was not said as a reference.
    referred := public.search_query(account, array['A/' || beginning], null);
    select array_agg((b.id, b.day, b.type)::public.search_hit order by b.day desc, b.id desc) into begun from (
      select distinct x.id, x.day, x.type from (
        select l.id, l.day, l.type from generate_series(length(beginning), length(beginning) + 20) size cross join lateral (
          select s.document_id as id, s.list_date as day, s.type from public.document_search s
          where s.account_id = account and length(split_part(s.codes, ' ', 1)) = size
            and split_part(s.codes, ' ', 1) >= beginning and split_part(s.codes, ' ', 1) < beginning || chr(1114111)
          order by length(split_part(s.codes, ' ', 1)) desc, split_part(s.codes, ' ', 1) desc limit 200
        ) l
        union all
        select l.id, l.day, l.type from generate_series(length(beginning), length(beginning) + 20) size cross join lateral (
          select s.document_id as id, s.list_date as day, s.type, s.terms from public.document_search s
          where s.account_id = account and length(split_part(s.codes, ' ', 2)) = size
            and split_part(s.codes, ' ', 2) >= beginning and split_part(s.codes, ' ', 2) < beginning || chr(1114111)
          order by length(split_part(s.codes, ' ', 2)) desc, split_part(s.codes, ' ', 2) desc limit 200
        ) l
        where l.terms @@ referred
      ) x
    ) b
    where b.type = any (types) and b.day between first_day and last_day and (b.day, b.id) < (edge_day, edge_id);
    if filled + cardinality(begun) >= capped then
      return query select 'hit', b.id, b.day, b.type, null::integer, null::boolean from unnest(begun) b
        order by b.day desc, b.id desc limit capped - filled;
      return query select 'count', null::uuid, null::date, c.type, count(*)::integer, true
        from (select n.type from unnest(newest) n union all select b.type from unnest(begun) b) c group by c.type;
      return;
    end if;
  end if;
  return query with older as materialized (
    select s.document_id as id, s.list_date as day, s.type from public.document_search s
    where (sought is null or s.terms @@ sought) and (s.terms @@ wanted) is not false
      and (fragment is null or (s.codes like fragment and s.codes like all (fragments))) and (said is null or public.said_within(s.terms, said))
      and (fragment is not null or (s.account_id = account) is true) and (fragment is null or s.account_id = account)
      and s.type = any (seen)
      and s.list_date between first_day and last_day and (s.list_date, s.document_id) < (edge_day, edge_id)
  )
  (select 'hit', o.id, o.day, o.type, null::integer, null::boolean from older o where o.type = any (types)
    order by o.day desc, o.id desc limit capped - filled)
  union all
  select 'count', null, null, c.type, count(*)::integer, false
  from (select n.type from unnest(newest) n union all select o.type from older o) c where before_id is null group by c.type;
end $$;
