-- Only a superuser may set a parameter of an extension that is not loaded; calling it loads it.
do $$ begin perform similarity('', ''); end $$;

-- Words of the account's documents that hold this one inside, or look like it, the likest first. Whether a document that may be seen
-- still holds them, the search that follows tells. Two slips in a word of seven letters leave a likeness of 0.14.
create or replace function near_words(term text, at_most integer)
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

-- The owner of a function needs this right on its schema while it becomes the owner.
grant create on schema public to portal_search;
alter function near_words(text, integer) owner to portal_search;
revoke all on function near_words(text, integer) from public;
grant execute on function near_words(text, integer) to portal;
revoke create on schema public from portal_search;
