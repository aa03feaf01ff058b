-- The owner of search functions may make them in this schema while this runs.
grant create on schema public to portal_search;

-- The spelling that the account's documents know of a term that none of them holds, or null: `variants` are the
-- spellings one keystroke away. One walk through the index finds some documents with any of them; a whole word goes
-- before a beginning, the more frequent before the rarer. Only what the account's own documents of these types say can
-- come back, and never more than one of the given variants.
create function known_spelling(term text, variants text[], types text[])
returns text language plpgsql stable security definer
set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  account uuid := public.current_account();
  prefix text := (select a.search_key || ':' from public.accounts a where a.account_id = account);
  typed tsquery := ('''' || prefix || replace(replace(term, '\', '\\'), '''', '''''') || ''':*')::tsquery;
  wanted tsquery := (
    select string_agg('''' || prefix || replace(replace(v, '\', '\\'), '''', '''''') || ''':*', ' | ')
    from unnest(variants[1:1000]) v
  )::tsquery;
begin
  if account is null or typed is null or wanted is null then return null; end if;
  -- The account is compared in a way that no index serves, as in count_search_hits: each term carries it anyway.
  perform from public.document_search s
    where s.terms @@ typed and s.account_id::text = account::text and s.type = any (types) limit 1;
  if found then return null; end if;
  return (
    with hits as materialized (
      select s.terms from public.document_search s
      where s.terms @@ wanted and s.account_id::text = account::text and s.type = any (types) limit 40
    ), known as (
      select substr(word, length(prefix) + 1) as word, count(*) as times
      from hits, unnest(tsvector_to_array(terms)) word group by 1
    )
    select v from known, generate_series(-1, 1) more, unnest(variants[1:1000]) v
    where left(word, length(term) + more) = v and length(v) = length(term) + more
    group by v order by bool_or(word = v) desc, sum(times) desc, v limit 1
  );
end $$;
alter function known_spelling(text, text[], text[]) owner to portal_search;
revoke all on function known_spelling(text, text[], text[]) from public;
grant execute on function known_spelling(text, text[], text[]) to portal;

revoke create on schema public from portal_search;
