-- The term itself where the account's documents of these types hold it, as the beginning of a word or reference; else the one of
-- `variants` that they hold: those one keystroke away, the likelier slips first. Null where they hold none. Only what these documents say
-- decides. Words come from the vocabulary, whole ones before beginnings; references from the index, one spelling at a time. Of
-- several, the most frequent among the newest thousand documents is taken. At most twelve are weighed, however common a term is.
create or replace function nearest_spelling(term text, variants text[], types text[])
returns text language plpgsql stable security definer
set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  account uuid := public.current_account();
  key text := (select a.search_key || ':' from public.accounts a where a.account_id = account);
  candidates text[];
  candidate text;
  is_frequent boolean;
begin
  if account is null or term = '' then return null; end if;
  if term ~ '^[[:alpha:]]{4,30}$' then
    candidates := array(
      select v.spelling from unnest(variants[1:1000]) with ordinality as v (spelling, place)
      cross join lateral (
        select w.word from public.search_words w
        where w.account_id = account and w.word >= v.spelling and w.word < v.spelling || chr(1114111) order by w.word limit 1
      ) w
      order by w.word = v.spelling desc, v.place limit 12);
  else
    candidates := array(
      select v from unnest(variants[1:1000]) v where exists (
        select from public.document_search s
        where s.terms @@ public.search_term(key, v, '') and (s.account_id = account) is true and s.type = any (types)
      ) limit 12);
    if candidates = '{}' then
      -- Beginnings, but not of so few signs that very many references share them.
      candidates := array(
        select v from unnest(variants[1:1000]) v where length(v) >= 6 and exists (
          select from public.document_search s
          where s.terms @@ public.search_term(key, v, ':*') and (s.account_id = account) is true and s.type = any (types)
        ) limit 4);
    end if;
  end if;
  for candidate, is_frequent in
    with recent as materialized (
      select s.type, s.terms from public.document_search s where s.account_id = account
      order by s.list_date desc, s.document_id desc limit 1000
    )
    select c.spelling, r.times > 0 from (
      -- Behind "offset 0", or the query would be made anew for each document.
      select c.spelling, c.place, public.search_term(key, c.spelling, ':*') as query
      from unnest(array_prepend(term, candidates)) with ordinality as c (spelling, place) offset 0
    ) c
    cross join lateral (
      select count(*) as times from recent r where r.type = any (types) and r.terms @@ c.query
    ) r
    order by c.place = 1 desc, exists (select from public.search_words w where w.account_id = account and w.word = c.spelling) desc,
      r.times desc, c.place
  loop
    if is_frequent then return candidate; end if;
    perform from public.document_search s
      where s.terms @@ public.search_term(key, candidate, ':*') and (s.account_id = account) is true and s.type = any (types) limit 1;
    if found then return candidate; end if;
  end loop;
  return null;
end $$;

-- The owner of a function needs this right on its schema while it becomes the owner.
grant create on schema public to portal_search;
alter function nearest_spelling(text, text[], text[]) owner to portal_search;
revoke all on function nearest_spelling(text, text[], text[]) from public;
grant execute on function nearest_spelling(text, text[], text[]) to portal;
revoke create on schema public from portal_search;
