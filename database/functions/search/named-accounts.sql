-- Only a superuser may set a parameter of an extension that is not loaded; calling it loads it.
do $$ begin perform similarity('', ''); end $$;

-- The ids of accounts that have a text (small letters without accents, three of them side by side) in their name or number, at most so
-- many. Of any account: whoever calls it reads of them what their own policies allow.
create or replace function named_accounts(term text, at_most integer)
returns setof uuid language plpgsql stable security definer
set search_path = pg_catalog, public set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
begin
  return query select a.account_id from public.accounts a
    where a.search_text like '%' || regexp_replace(term, '([\\%_])', '\\\1', 'g') || '%'
    limit least(at_most, 1000);
end $$;

-- The owner of a function needs this right on its schema while it becomes the owner.
grant create on schema public to portal_search;
alter function named_accounts(text, integer) owner to portal_search;
revoke all on function named_accounts(text, integer) from public;
grant execute on function named_accounts(text, integer) to portal_console;
revoke create on schema public from portal_search;
