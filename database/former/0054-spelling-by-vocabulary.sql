-- Misspelt words by the account's vocabulary first. The index of all terms, asked for three hundred spellings at once, collected
-- every document that holds any of them: 0.6 s of PostgreSQL for "bearng" in an account of 200,000 documents, now 4 ms.
grant create on schema public to portal_search;

-- By parts of words, so that near ones are found without going through the whole vocabulary (20 ms for 30,000 words, now 1).
create index search_words_trigrams on search_words using gin (account_id, word gin_trgm_ops);

drop function known_spelling(text, text[], text[]);
drop function near_words(text, integer);

-- A term as the index of documents holds it, behind its account's key; `ending` is ':*' for the beginning of a longer one.
create function search_term(account_key text, term text, ending text) returns tsquery language sql immutable parallel safe
return ('''' || account_key || replace(replace(term, '\', '\\'), '''', '''''') || '''' || ending)::tsquery;

-- The term itself where the account's documents of these types hold it, as the beginning of a word or reference; else the one of
-- `variants` that they hold: those one keystroke away, the likelier slips first. Null where they hold none. Only what these documents say
-- decides. Words come from the vocabulary, whole ones before beginnings; references from the index, one spelling at a time. Of
-- several, the most frequent among the newest thousand documents is taken. At most twelve are weighed, however common a term is.
create function nearest_spelling(term text, variants text[], types text[])
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
alter function nearest_spelling(text, text[], text[]) owner to portal_search;
revoke all on function nearest_spelling(text, text[], text[]) from public;
grant execute on function nearest_spelling(text, text[], text[]) to portal;

-- Words of the account's documents that hold this one inside, or look like it, the likest first. Whether a document that may be seen
-- still holds them, the search that follows tells. Two slips in a word of seven letters leave a likeness of 0.14.
create function near_words(term text, at_most integer)
returns table (word text, inside boolean) language plpgsql stable security definer
set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan set enable_seqscan = off
set pg_trgm.similarity_threshold = 0.13 as $$
declare
  account uuid := public.current_account();
begin
  if term = '' then return; end if;
  return query select w.word, w.place > 1 from (
      select v.word, position(term in v.word) as place from public.search_words v
      where v.account_id = account and (v.word like '%' || term || '%' or v.word % term)
    ) w
    where w.place > 1 or w.place = 0 and length(w.word) between length(term) - 2 and length(term) + 2
    order by w.place > 1 desc, public.similarity(w.word, term) desc, w.word limit least(at_most, 50);
end $$;
alter function near_words(text, integer) owner to portal_search;
revoke all on function near_words(text, integer) from public;
grant execute on function near_words(text, integer) to portal;

revoke create on schema public from portal_search;
