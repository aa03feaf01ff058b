-- What was written in the account's conversations and holds all that was typed, newest first; `search` names the groups of terms as
-- search_query reads them, those that the index may be asked for (`indexGroups`), what they are in one word (`whole`), the types, the
-- first and the last moment, how many are wanted and where to go on. The account is taken from the setting, never from an argument, and what
-- comes back is ids only. Nothing of a document that the account has no more. The newest five hundred are looked at first, then those of
-- which the index knows, at most two thousand; of more, two thousand in the order of time: then the last row is where to go on (`rest`).
create or replace function search_messages(search jsonb)
returns table (part text, request_id uuid, id uuid, written_at timestamptz)
language plpgsql stable security definer
set search_path = pg_catalog, public set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_sort = off as $$
declare
  account uuid := public.current_account();
  condition tsquery := public.search_query(account, array(select jsonb_array_elements_text(search -> 'groups')), search ->> 'whole');
  index_condition tsquery := case when jsonb_array_length(search -> 'indexGroups') > 0
    then public.search_query(account, array(select jsonb_array_elements_text(search -> 'indexGroups')), search ->> 'whole') end;
  types text[] := array(select jsonb_array_elements_text(search -> 'types'));
  first_moment timestamptz := coalesce((search ->> 'from')::timestamptz, '-infinity');
  last_moment timestamptz := coalesce((search ->> 'to')::timestamptz, 'infinity');
  before_moment timestamptz := coalesce((search ->> 'at')::timestamptz, 'infinity');
  before_id uuid := coalesce((search ->> 'id')::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  page_size integer := least(greatest((search ->> 'limit')::integer, 1), 101);
  matching public.message_hit[];
  page public.message_hit[];
  scanned integer;
  edge_moment timestamptz;
  edge_id uuid;
begin
  if account is null or condition is null then return; end if;
  -- In the order of the index, so that the last one is the oldest.
  select coalesce(array_agg((n.request_id, n.id, n.written_at, n.type)::public.message_hit) filter (where n.fits), '{}'), count(*),
    (array_agg(n.written_at))[500], (array_agg(n.id))[500]
  into matching, scanned, edge_moment, edge_id
  from (
    select s.request_id, s.id, s.written_at, s.type, s.type = any (types) and s.terms @@ condition as fits
    from public.message_search s
    where s.account_id = account and s.written_at between first_moment and last_moment and (s.written_at, s.id) < (before_moment, before_id)
    order by s.written_at desc, s.id desc limit 500
  ) n;
  page := public.standing_messages(account, matching, page_size);
  if scanned = 500 and cardinality(page) < page_size then
    scanned := null;
    if index_condition is not null then
      -- Conditions in "is true" are not for an index in another order, which a limit makes look cheap.
      select count(*), coalesce(array_agg((m.request_id, m.id, m.written_at, m.type)::public.message_hit order by m.written_at desc, m.id desc)
        filter (where m.fits), '{}') into scanned, matching
      from (
        select s.request_id, s.id, s.written_at, s.type, s.terms @@ condition as fits
        from public.message_search s
        where s.terms @@ index_condition and (s.account_id = account and s.type = any (types)) is true
          and (s.written_at between first_moment and last_moment and (s.written_at, s.id) < (edge_moment, edge_id)) is true
        limit 2001
      ) m;
    end if;
    if scanned is null or scanned > 2000 then
      select coalesce(array_agg((n.request_id, n.id, n.written_at, n.type)::public.message_hit) filter (where n.fits), '{}'), count(*),
        (array_agg(n.written_at))[2000], (array_agg(n.id))[2000]
      into matching, scanned, edge_moment, edge_id
      from (
        select s.request_id, s.id, s.written_at, s.type, s.type = any (types) and s.terms @@ condition as fits
        from public.message_search s
        where s.account_id = account and s.written_at between first_moment and last_moment and (s.written_at, s.id) < (edge_moment, edge_id)
        order by s.written_at desc, s.id desc limit 2000
      ) n;
    else
      edge_id := null;
    end if;
    page := page || public.standing_messages(account, matching, page_size - cardinality(page));
    if edge_id is not null and cardinality(page) < page_size then
      return query select 'rest', null::uuid, edge_id, edge_moment;
    end if;
  end if;
  return query select 'hit', p.request_id, p.id, p.written_at from unnest(page) p;
end $$;

-- The first of these messages that are about a document that the account has, or about what belongs to none.
create or replace function standing_messages(account uuid, messages message_hit[], at_most integer) returns message_hit[]
language sql stable set search_path = pg_catalog, public
return array(
  select (m.request_id, m.id, m.written_at, m.type)::public.message_hit from unnest(messages) m
  where m.type = 'account' or exists (
    select from public.requests r where r.account_id = account and r.id = m.request_id and (
      r.document_number ~ '^(ENQ|RA)-[0-9A-HJKMNP-TV-Z]{8}$'
      or exists (select from public.documents d where d.account_id = account and d.type = m.type and d.number = r.document_number)))
  limit at_most);

-- The owner of a function needs this right on its schema while it becomes the owner.
grant create on schema public to portal_search;
alter function search_messages(jsonb) owner to portal_search;
revoke all on function search_messages(jsonb) from public;
grant execute on function search_messages(jsonb) to portal;
alter function standing_messages(uuid, message_hit[], integer) owner to portal_search;
revoke all on function standing_messages(uuid, message_hit[], integer) from public;
revoke create on schema public from portal_search;
