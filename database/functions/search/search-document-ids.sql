-- Ids of the account's documents of these types that hold all terms, each as the beginning of a word or reference, newest
-- first, between two days and behind a place in that order. When more may follow, the last row is not a document but the place to go on
-- from (`rest`). The account is taken from the setting, never from an argument, and what comes back is ids only: the caller
-- reads the documents under row-level security.
create or replace function search_document_ids(search_terms text[], types text[], first_day date, last_day date, before_day date, before_id uuid,
  at_most integer, most_walked integer)
returns table (id uuid, list_date date, rest boolean)
language plpgsql stable security definer
set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  account uuid := public.current_account();
  condition tsquery := (
    select string_agg('''' || a.search_key || ':' || replace(replace(term, '\', '\\'), '''', '''''') || ''':*', ' & ')
    from unnest(search_terms) term, public.accounts a where a.account_id = account
  )::tsquery;
  from_day date := coalesce(first_day, '-infinity');
  to_day date := coalesce(last_day, 'infinity');
  left_over integer := least(greatest(at_most, 1), 1001);
  walked integer := 0;
  span integer := 1000;
  fitting public.search_hit[];
  scanned integer;
  matching integer;
  edge_day date := coalesce(before_day, 'infinity');
  edge_id uuid := coalesce(before_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
begin
  if account is null or condition is null then return; end if;
  loop
    execute format($scan$with newest as materialized (
      select s.document_id, s.list_date as day, s.type, s.terms @@ $1 as fits from public.document_search s
      where s.account_id = $2 %s and s.list_date between $3 and $4 and (s.list_date, s.document_id) < ($5, $6)
      order by s.list_date desc, s.document_id desc limit $7
    )
    select coalesce(array_agg((n.document_id, n.day, n.type)::public.search_hit order by n.day desc, n.document_id desc)
        filter (where n.fits and n.type = any ($8)), '{}'),
      count(*), count(*) filter (where n.fits), (select x.day from newest x order by x.day, x.document_id limit 1),
      (select x.document_id from newest x order by x.day, x.document_id limit 1)
    from newest n$scan$,
      -- Of a single type an index knows the order: its documents are scanned, and not three of others for each.
      case when cardinality(types) = 1 then format('and s.type = %L', types[1]) else '' end)
    into fitting, scanned, matching, edge_day, edge_id
    using condition, account, from_day, to_day, edge_day, edge_id, span, types;
    return query select f.id, f.day, false from unnest(fitting[1:left_over]) f;
    if cardinality(fitting) > left_over then
      return query select f.id, f.day, true from unnest(fitting[left_over:left_over]) f;
      return;
    end if;
    left_over := left_over - cardinality(fitting);
    walked := walked + scanned;
    if scanned < span then return; end if;
    -- What every fortieth document holds is found sooner by going on than by sorting all that the index knows.
    exit when matching < span / 40 and left_over > 0;
    if walked >= most_walked or left_over <= 0 then
      return query select edge_id, edge_day, true;
      return;
    end if;
    span := most_walked - walked;
  end loop;
  return query with older as materialized (
    select s.document_id, s.list_date as day from public.document_search s
    where s.terms @@ condition and (s.account_id = account) is true and s.type = any (types)
      and s.list_date between from_day and to_day and (s.list_date, s.document_id) < (edge_day, edge_id)
    order by s.list_date desc, s.document_id desc limit left_over + 1
  )
  (select o.document_id, o.day, false from older o order by o.day desc, o.document_id desc limit left_over)
  union all
  (select o.document_id, o.day, true from older o where (select count(*) from older) > left_over
    order by o.day desc, o.document_id desc offset left_over - 1 limit 1);
end $$;

-- Ids of the account's documents of these types whose number, customer's reference, tracking number, waybill or SSCC begins as
-- typed, newest first. Of each kind and length no more than the greatest fifty are looked at, because numbers run with time:
-- whatever is typed, few rows are read. The account is taken from the setting, never from an argument.
create or replace function numbered_documents(beginning text, types text[], at_most integer)
returns table (id uuid, list_date date)
language plpgsql stable security definer
set search_path = pg_catalog, public set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  account uuid := public.current_account();
  code text collate "C" := beginning;
  -- The second code of a document without a reference is another one: its term is not kept as a reference.
  reference_condition tsquery := (
    select ('''' || a.search_key || ':' || regexp_replace(beginning, '[^[:alnum:]]', '', 'g') || ''':*A')::tsquery
    from public.accounts a where a.account_id = account);
begin
  if reference_condition is null then return; end if;
  return query
  select f.id, f.day from (
    select n.id, n.day, n.type from generate_series(length(code), length(code) + 20) size cross join lateral (
      select s.document_id as id, s.list_date as day, s.type from public.document_search s
      where s.account_id = account and length(split_part(s.codes, ' ', 1)) = size
        and split_part(s.codes, ' ', 1) >= code and split_part(s.codes, ' ', 1) < code || chr(1114111)
      order by length(split_part(s.codes, ' ', 1)) desc, split_part(s.codes, ' ', 1) desc limit 50
    ) n
    union
    select r.id, r.day, r.type from generate_series(length(code), length(code) + 20) size cross join lateral (
      select s.document_id as id, s.list_date as day, s.type, s.terms from public.document_search s
      where s.account_id = account and length(split_part(s.codes, ' ', 2)) = size
        and split_part(s.codes, ' ', 2) >= code and split_part(s.codes, ' ', 2) < code || chr(1114111)
      order by length(split_part(s.codes, ' ', 2)) desc, split_part(s.codes, ' ', 2) desc limit 50
    ) r where r.terms @@ reference_condition
    union
    select p.id, s.list_date, s.type from (
      (select k.document_id as id from public.shipment_keys k
        where k.account_id = account and k.key ^@ 'package:' and k.key >= 'package:' || code and k.key < 'package:' || code || chr(1114111)
        order by k.key desc limit 50)
      union all
      (select k.document_id from public.shipment_keys k
        where k.account_id = account and k.key ^@ 'tracking:' and k.key >= 'tracking:' || code and k.key < 'tracking:' || code || chr(1114111)
        order by k.key desc limit 50)
    ) p
    join public.document_search s on s.account_id = account and s.document_id = p.id
  ) f
  where f.type = any (types) order by f.day desc, f.id desc limit at_most;
end $$;

-- The owner of a function needs this right on its schema while it becomes the owner.
grant create on schema public to portal_search;
alter function search_document_ids(text[], text[], date, date, date, uuid, integer, integer) owner to portal_search;
revoke all on function search_document_ids(text[], text[], date, date, date, uuid, integer, integer) from public;
grant execute on function search_document_ids(text[], text[], date, date, date, uuid, integer, integer) to portal;
alter function numbered_documents(text, text[], integer) owner to portal_search;
revoke all on function numbered_documents(text, text[], integer) from public;
grant execute on function numbered_documents(text, text[], integer) to portal;
revoke create on schema public from portal_search;
