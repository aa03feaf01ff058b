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
