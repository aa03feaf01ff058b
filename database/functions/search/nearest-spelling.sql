-- Which of these terms the account's documents of these types hold, each as the beginning of a word or reference. The newest thousand
-- documents are gone through once for all terms, because most that are held are in them; the index, which would read every document of
-- a frequent one, is asked for the others.
create or replace function held_terms(terms text[], types text[])
returns text[] language plpgsql stable security definer
set search_path = pg_catalog, public set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_sort = off as $$
declare
  account uuid := public.current_account();
  key text := (select a.search_key || ':' from public.accounts a where a.account_id = account);
  any_term tsquery := (select string_agg(public.search_term(key, term, ':*')::text, ' | ') from unnest(terms) term);
  held text[];
begin
  if account is null or any_term is null then return '{}'; end if;
  with holding as materialized (
    select r.terms from (
      select s.type, s.terms from public.document_search s where s.account_id = account
      order by s.list_date desc, s.document_id desc limit 1000
    ) r
    where r.terms @@ any_term and r.type = any (held_terms.types) limit case when cardinality(held_terms.terms) = 1 then 1 end
  )
  select array_agg(t.term) into held from unnest(held_terms.terms) t (term)
  where exists (select from holding h where h.terms @@ public.search_term(key, t.term, ':*'));
  return array(
    select t.term from unnest(held_terms.terms) t (term)
    where t.term = any (held) or exists (
      select from public.document_search s
      where s.terms @@ public.search_term(key, t.term, ':*') and (s.account_id = account and s.type = any (held_terms.types)) is true
    ));
end $$;

-- The owner of a function needs this right on its schema while it becomes the owner.
grant create on schema public to portal_search;
alter function held_terms(text[], text[]) owner to portal_search;
revoke all on function held_terms(text[], text[]) from public;
grant execute on function held_terms(text[], text[]) to portal;
revoke create on schema public from portal_search;

-- Which of `variants` the account's documents of these types hold, as the beginning of a word or reference; `variants` are one keystroke
-- away from a term that they do not hold, the likelier slips first. Null where they hold none. Only what these documents say decides.
-- Words come from the vocabulary, whole ones before beginnings; references from the index, one spelling at a time. Of several, the most
-- frequent among the newest thousand documents is taken. At most twelve are weighed, however common a term is.
create or replace function nearest_spelling(term text, variants text[], types text[])
returns text language plpgsql stable security definer
set search_path = pg_catalog, public set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_sort = off as $$
declare
  account uuid := public.current_account();
  key text := (select a.search_key || ':' from public.accounts a where a.account_id = account);
  is_word boolean := term ~ '^[[:alpha:]]{4,30}$';
  candidates text[];
  candidate text;
  any_candidate tsquery;
begin
  if account is null then return null; end if;
  if is_word then
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
        where s.terms @@ public.search_term(key, v, '') and (s.account_id = account and s.type = any (types)) is true
      ) limit 12);
    if candidates = '{}' then
      -- Beginnings, but not of so few signs that very many references share them.
      candidates := array(
        select v from unnest(variants[1:1000]) v where length(v) >= 6 and exists (
          select from public.document_search s
          where s.terms @@ public.search_term(key, v, ':*') and (s.account_id = account and s.type = any (types)) is true
        ) limit 4);
    end if;
  end if;
  if cardinality(candidates) > 1 then
    any_candidate := (select string_agg(public.search_term(key, c, ':*')::text, ' | ') from unnest(candidates) c);
    with holding as materialized (
      select r.terms from (
        select s.type, s.terms from public.document_search s where s.account_id = account
        order by s.list_date desc, s.document_id desc limit 1000
      ) r
      where r.terms @@ any_candidate and r.type = any (types)
    )
    select array_agg(c.spelling order by c.is_whole desc, c.times desc, c.place) into candidates from (
      select c.spelling, c.place, (select count(*) from holding h where h.terms @@ c.query) as times,
        exists (select from public.search_words w where w.account_id = account and w.word = c.spelling) as is_whole
      from (
        -- Behind "offset 0", or the query would be made anew for each document.
        select spelling, place, public.search_term(key, spelling, ':*') as query from unnest(candidates) with ordinality as u (spelling, place) offset 0
      ) c
    ) c;
  end if;
  if not is_word then return candidates[1]; end if;
  -- The vocabulary also knows words of documents of other types, and of none any more.
  foreach candidate in array candidates loop
    if public.held_terms(array[candidate], types) <> '{}' then return candidate; end if;
  end loop;
  return null;
end $$;

-- The owner of a function needs this right on its schema while it becomes the owner.
grant create on schema public to portal_search;
alter function nearest_spelling(text, text[], text[]) owner to portal_search;
revoke all on function nearest_spelling(text, text[], text[]) from public;
grant execute on function nearest_spelling(text, text[], text[]) to portal;
revoke create on schema public from portal_search;
