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
