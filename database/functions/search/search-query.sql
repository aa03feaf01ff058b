-- The terms as the index holds them, each behind its account's key. A group is some terms of which one must be found, as
-- the beginning of a word or reference, separated by spaces; before them and a slash, the weights that they are sought in.
-- A word also stands for its other forms. `whole` is all of them written in one, as a reference may be.
create or replace function search_query(account uuid, groups text[], whole text)
returns tsquery language plpgsql stable set search_path = pg_catalog, public as $$
declare
  key text;
  account_language text;
  condition text;
begin
  select a.search_key || ':', a.language into key, account_language from public.accounts a where a.account_id = account;
  select string_agg('(' || g.alternatives || ')', ' & ') into condition from (
    select (
      select string_agg('''' || key || replace(replace(x.term, '\', '\\'), '''', '''''') || ''':' || x.beginning || w.weights, ' | ')
      from (
        select term, '*' as beginning from string_to_table(w.terms, ' ') term
        union all
        -- By their stem alone, and not in the order of words through the whole vocabulary.
        (select f.word, '' from (
            select v.word from public.search_words v where v.account_id = account and v.stem = w.stem and not starts_with(v.word, w.terms) offset 0
          ) f order by f.word limit 12)
      ) x
    ) as alternatives
    from unnest(groups) g (text)
    cross join lateral (
      select p.weights, p.terms, case when p.terms ~ '^[[:alpha:]]{4,30}$' then public.stem_of(p.terms, account_language) end as stem
      from (
        select case when position('/' in g.text) > 0 then split_part(g.text, '/', 1) else '' end as weights,
          substr(g.text, position('/' in g.text) + 1) as terms
      ) p offset 0
    ) w
  ) g;
  if whole is not null then
    condition := concat_ws(' | ', '(' || condition || ')', '''' || key || replace(replace(whole, '\', '\\'), '''', '''''') || ''':*');
  end if;
  return condition::tsquery;
end $$;

-- The owner of a function needs this right on its schema while it becomes the owner.
grant create on schema public to portal_search;
alter function search_query(uuid, text[], text) owner to portal_search;
revoke all on function search_query(uuid, text[], text) from public;
revoke create on schema public from portal_search;
