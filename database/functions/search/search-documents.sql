-- The account's documents that match a search, newest first, and how many there are of each type. The newest thousand are looked at first; only
-- when they do not fill the page, or hold too few to be worth a count, the index is used. Where it holds more than 5,000, older documents are scanned
-- by date instead, 4,000 a page: whatever is typed, no more than 11,000 search rows are read.
-- Its statements are planned once a connection, not for each search: planning them took as long as running them. Each is written so that it
-- has one plan, whatever the statistics say: by the index in its own order where there is one, because sorting is off, and by a GIN index
-- where nothing else knows the condition.
-- `search`: groups and whole (see search_query); indexGroups, fewer groups, for the index; fragments, parts of references; parts, texts that
-- must stand in a term of a weight (see parts_within); exact, a whole reference; types, those of the hits; countedTypes; from, to; statuses
-- and over with today, by the documents themselves; day and id, where the page before ended; limit; suggest, where no further page follows.
-- What comes back, by `part`: hit; exact, documents with that whole reference, when there are more hits than the page holds; count, with `more`
-- when there may be others; rest, the last document looked at when older ones are still to be looked through. The account is taken from the
-- setting, never from an argument.
create or replace function search_documents(search jsonb)
returns table (part text, hit_id uuid, hit_day date, hit_type text, hits integer, more boolean)
language plpgsql stable security definer
set search_path = pg_catalog, public set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_sort = off as $$
declare
  account uuid := public.current_account();
  condition tsquery := public.search_query(account, array(select jsonb_array_elements_text(search -> 'groups')), search ->> 'whole');
  -- What the index looks for, where that is less than the whole condition.
  index_condition tsquery := case when search ? 'indexGroups'
    then public.search_query(account, array(select jsonb_array_elements_text(search -> 'indexGroups')), null) else condition end;
  beginning text collate "C" := search ->> 'beginning';
  fragments text[] := array(
    select '%' || regexp_replace(f, '[^[:alnum:]]', '', 'g') || '%' from jsonb_array_elements_text(search -> 'fragments') f order by length(f) desc);
  fragment text := fragments[1];
  parts text[] := case when search ? 'parts' then array(select jsonb_array_elements_text(search -> 'parts')) end;
  types text[] := array(select jsonb_array_elements_text(search -> 'types'));
  counted_types text[] := array(select jsonb_array_elements_text(search -> 'countedTypes'));
  first_day date := coalesce((search ->> 'from')::date, date '-infinity');
  last_day date := coalesce((search ->> 'to')::date, date 'infinity');
  statuses text[] := case when search ? 'statuses' then array(select jsonb_array_elements_text(search -> 'statuses')) end;
  least_amount numeric := (search ->> 'over')::numeric;
  now_day date := (search ->> 'today')::date;
  narrowed boolean := statuses is not null or least_amount is not null;
  is_first_page boolean := not (search ? 'id');
  before_day date := coalesce((search ->> 'day')::date, 'infinity');
  before_id uuid := coalesce((search ->> 'id')::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  page_size integer := least(greatest((search ->> 'limit')::integer, 1), 1001);
  exact tsquery := (
    select ('''' || a.search_key || ':' || regexp_replace(search ->> 'exact', '[^[:alnum:]]', '', 'g') || '''')::tsquery
    from public.accounts a where a.account_id = account);
  newest public.search_hit[];
  newest_exact public.search_hit[];
  scanned integer;
  matching integer;
  walked boolean;
  looked_at integer;
  indexed public.search_hit[];
  by_beginning public.search_hit[];
  reference_condition tsquery;
  edge_day date;
  edge_id uuid;
  returned integer;
begin
  if account is null or (condition is null and fragment is null) then return; end if;
  -- In the order of the index, so that the last one is the oldest.
  select coalesce(array_agg((n.id, n.day, n.type)::public.search_hit) filter (where n.is_hit), '{}'),
    coalesce(array_agg((n.id, n.day, n.type)::public.search_hit) filter (where n.is_hit and n.is_exact), '{}'),
    count(*), count(*) filter (where n.fits), (array_agg(n.day))[1000], (array_agg(n.id))[1000]
  into newest, newest_exact, scanned, matching, edge_day, edge_id
  from (
    select r.id, r.day, r.type, r.fits, r.fits and exact is not null and r.terms @@ exact and r.type = any (types) as is_exact,
      r.fits and r.type = any (counted_types) and (not narrowed or exists (
        select from public.documents d where d.account_id = account and d.id = r.id
          and (statuses is null or public.shown_status(d.type, d.status, d.valid_until, d.due_date, d.last_event_at, now_day) = any (statuses))
          and (least_amount is null or d.gross >= least_amount))) as is_hit
    from (
      select s.document_id as id, s.list_date as day, s.type, s.terms, (condition is null or s.terms @@ condition)
        and (fragment is null or s.codes like all (fragments)) and (parts is null or public.parts_within(s.terms, parts)) as fits
      from public.document_search s
      where s.account_id = account and s.list_date between first_day and last_day
        and (s.list_date, s.document_id) < (before_day, before_id)
      order by s.list_date desc, s.document_id desc limit 1000
    ) r
    offset 0
  ) n;
  return query select 'hit', n.id, n.day, n.type, null::integer, null::boolean from unnest(newest) n
    where n.type = any (types) order by n.day desc, n.id desc limit page_size;
  get diagnostics returned = row_count;
  if returned >= page_size and cardinality(newest_exact) > 0 then
    return query select 'exact', n.id, n.day, n.type, null::integer, null::boolean from unnest(newest_exact[1:8]) n;
  elsif returned >= page_size and exact is not null then
    return query select 'exact', e.id, e.day, e.type, null::integer, null::boolean from (
      select s.document_id as id, s.list_date as day, s.type from public.document_search s
      where s.terms @@ exact and (s.account_id = account and s.type = any (types) and s.list_date between first_day and last_day) is true limit 1000
    ) e order by e.day desc, e.id desc limit 8;
  end if;
  if scanned < 1000 or returned >= page_size then
    if is_first_page then
      return query select 'count', null::uuid, null::date, n.type, count(*)::integer, scanned >= 1000 from unnest(newest) n group by n.type;
    end if;
    return;
  end if;
  walked := matching >= 100 or fragment is null and index_condition is null;
  if beginning is not null and not narrowed and not walked then
    -- The second code of a document without a reference is another one: its term is not kept as a reference.
    reference_condition := (select public.search_term(a.search_key || ':', beginning, ':*A') from public.accounts a where a.account_id = account);
    select array_agg((b.id, b.day, b.type)::public.search_hit order by b.day desc, b.id desc) into by_beginning from (
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
        where l.terms @@ reference_condition
      ) x
    ) b
    where b.type = any (types) and b.day between first_day and last_day and (b.day, b.id) < (edge_day, edge_id);
    if returned + cardinality(by_beginning) >= page_size then
      return query select 'hit', b.id, b.day, b.type, null::integer, null::boolean from unnest(by_beginning) b
        order by b.day desc, b.id desc limit page_size - returned;
      return query select 'count', null::uuid, null::date, c.type, count(*)::integer, true
        from (select n.type from unnest(newest) n union all select b.type from unnest(by_beginning) b) c group by c.type;
      return;
    end if;
  end if;
  if not walked then
    -- Conditions in "is true" are not for an index in another order, which a limit makes look cheap.
    if fragment is null then
      select count(*), coalesce(array_agg((m.id, m.day, m.type)::public.search_hit) filter (where m.fits), '{}') into looked_at, indexed from (
        select s.document_id as id, s.list_date as day, s.type,
          (not (search ? 'indexGroups') or s.terms @@ condition) and (parts is null or public.parts_within(s.terms, parts)) as fits
        from public.document_search s
        where s.terms @@ index_condition and (s.account_id = account and s.type = any (counted_types)) is true
          and (s.list_date between first_day and last_day and (s.list_date, s.document_id) < (edge_day, edge_id)) is true
        limit 5001
      ) m;
    else
      select count(*), coalesce(array_agg((m.id, m.day, m.type)::public.search_hit) filter (where m.fits), '{}') into looked_at, indexed from (
        select s.document_id as id, s.list_date as day, s.type,
          s.codes like all (fragments) and (condition is null or s.terms @@ condition) and (parts is null or public.parts_within(s.terms, parts)) as fits
        from public.document_search s
        where s.account_id = account and s.codes like fragment and (s.type = any (counted_types)) is true
          and (s.list_date between first_day and last_day and (s.list_date, s.document_id) < (edge_day, edge_id)) is true
        limit 5001
      ) m;
    end if;
    walked := looked_at > 5000;
  end if;
  if not walked and not narrowed then
    return query
      (select 'hit', o.id, o.day, o.type, null::integer, null::boolean from unnest(indexed) o where o.type = any (types)
        order by o.day desc, o.id desc limit page_size - returned)
      union all
      select 'count', null, null, c.type, count(*)::integer, false
      from (select n.type from unnest(newest) n union all select o.type from unnest(indexed) o) c where is_first_page group by c.type;
    return;
  end if;
  -- So many at a time, because each must be scanned up; the rest follows with the next page. What every tenth document
  -- holds is found sooner by going through them than by sorting all that the index knows.
  return query with older as materialized (
    (select s.document_id as id, s.list_date as day, s.type,
        (condition is null or s.terms @@ condition) and (fragment is null or s.codes like all (fragments))
          and (parts is null or public.parts_within(s.terms, parts)) as fits
      from public.document_search s
      where walked and s.account_id = account
        and s.list_date between first_day and last_day and (s.list_date, s.document_id) < (edge_day, edge_id)
      order by s.list_date desc, s.document_id desc limit 4000)
    union all
    (select i.id, i.day, i.type, true from unnest(indexed) i where not walked order by i.day desc, i.id desc limit 4000)
  ), fitting as materialized (
    select o.* from older o where o.fits and o.type = any (counted_types) and (not narrowed or exists (
      select from public.documents d where d.account_id = account and d.id = o.id
        and (statuses is null or public.shown_status(d.type, d.status, d.valid_until, d.due_date, d.last_event_at, now_day) = any (statuses))
        and (least_amount is null or d.gross >= least_amount)))
  ), edge as (
    select o.id, o.day from older o where (select count(*) from older) = 4000 order by o.day, o.id limit 1
  ), further as (
    -- No page follows a suggestion: what stopped long ago is suggested all the same, though not the newest of it.
    select i.id, i.day, i.type from unnest(indexed) i, edge e where walked and not narrowed and search ? 'suggest' and (i.day, i.id) < (e.day, e.id)
  )
  (select 'hit', f.id, f.day, f.type, null::integer, null::boolean
    from (select x.id, x.day, x.type from fitting x union all select x.id, x.day, x.type from further x) f where f.type = any (types)
    order by f.day desc, f.id desc limit page_size - returned)
  union all
  select 'count', null, null, c.type, count(*)::integer, exists (select from edge)
  from (select n.type from unnest(newest) n union all select f.type from fitting f union all select x.type from further x) c
  where is_first_page group by c.type
  union all
  select 'rest', e.id, e.day, (select o.type from older o where o.id = e.id), null, null from edge e;
end $$;

-- The owner of a function needs this right on its schema while it becomes the owner.
grant create on schema public to portal_search;
alter function search_documents(jsonb) owner to portal_search;
revoke all on function search_documents(jsonb) from public;
grant execute on function search_documents(jsonb) to portal;
revoke create on schema public from portal_search;

-- The account's documents narrowed by filters alone, without a word: newest first, as search_documents returns them and with the same `search`.
-- The newest thousand of each type are passed over in the index that holds what filters compare, so that only those that are shown are
-- read; `rest` is the newest of the places where a thousand ended.
create or replace function browse_documents(search jsonb)
returns table (part text, hit_id uuid, hit_day date, hit_type text, hits integer, more boolean)
language plpgsql stable
set search_path = pg_catalog, public set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_sort = off as $$
declare
  account uuid := public.current_account();
  types text[] := array(select jsonb_array_elements_text(search -> 'types'));
  counted_types text[] := array(select jsonb_array_elements_text(search -> 'countedTypes'));
  first_day date := coalesce((search ->> 'from')::date, date '-infinity');
  last_day date := coalesce((search ->> 'to')::date, date 'infinity');
  statuses text[] := case when search ? 'statuses' then array(select jsonb_array_elements_text(search -> 'statuses')) end;
  least_amount numeric := (search ->> 'over')::numeric;
  least_order bigint := least_amount * 10000;
  now_day date := (search ->> 'today')::date;
  is_first_page boolean := not (search ? 'id');
  before_day date := coalesce((search ->> 'day')::date, 'infinity');
  before_id uuid := coalesce((search ->> 'id')::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  page_size integer := least(greatest((search ->> 'limit')::integer, 1), 1001);
begin
  return query with passed as materialized (
    select d.id, d.day, t.type, d.fits from unnest(counted_types) t (type) cross join lateral (
      select x.id, x.list_date as day,
        (statuses is null or public.shown_status(x.type, x.status, x.valid_until, x.due_date, x.last_event_at, now_day) = any (statuses))
        -- In this order credit notes stand below nothing, whatever the sign of their own amounts: only they are read.
        and (least_order is null or x.gross_order >= least_order or x.gross_order <= - least_order and x.gross_order > -9223372036854775807
          and exists (select from public.documents g where g.account_id = account and g.id = x.id and g.gross >= least_amount)) as fits
      from public.documents x
      where x.account_id = account and x.type = t.type and x.list_date between first_day and last_day
        and (x.list_date, x.id) < (before_day, before_id)
      order by x.list_date desc, x.id desc limit 1000
    ) d
  ), edge as (
    select e.id, e.day, e.type from (
      select p.type, (array_agg(p.id))[1000] as id, (array_agg(p.day))[1000] as day from passed p group by p.type
    ) e
    where e.id is not null order by e.day desc, e.id desc limit 1
  ), fitting as materialized (
    select p.id, p.day, p.type from passed p left join edge e on true
    -- No page follows a suggestion: it shows what is known of the other types, too.
    where p.fits and (e.id is null or search ? 'suggest' or (p.day, p.id) >= (e.day, e.id))
  )
  (select 'hit', f.id, f.day, f.type, null::integer, null::boolean from fitting f where f.type = any (types)
    order by f.day desc, f.id desc limit page_size)
  union all
  select 'count', null, null, f.type, count(*)::integer, exists (select from edge) from fitting f where is_first_page group by f.type
  union all
  select 'rest', e.id, e.day, e.type, null, null from edge e;
end $$;
revoke all on function browse_documents(jsonb) from public;
grant execute on function browse_documents(jsonb) to portal;
