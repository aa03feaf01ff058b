-- Roles. The owner runs migrations and nothing else. `portal` reads for one account at a time under row-level
-- security; `portal_server` signs people in and takes the ERP's documents; `portal_search` owns the functions that
-- find ids by an index that row-level security would keep from being used: it reads what the search needs alone, and
-- cannot sign in. None of them is a superuser or bypasses row-level security.
do $$
begin
  if not exists (select from pg_roles where rolname = 'portal') then create role portal login nosuperuser nobypassrls noinherit; end if;
  if not exists (select from pg_roles where rolname = 'portal_server') then create role portal_server login nosuperuser nobypassrls noinherit; end if;
  if not exists (select from pg_roles where rolname = 'portal_search') then create role portal_search nologin nosuperuser nobypassrls; end if;
end $$;
-- The owner makes functions for it.
grant portal_search to current_user;

-- A tenant cannot be switched from inside a SELECT: the setting is changed by SET LOCAL alone.
do $$
begin
  revoke execute on function pg_catalog.set_config(text, text, boolean) from public;
exception when insufficient_privilege then
  raise warning 'set_config stays executable: only a superuser can revoke it. Row-level security holds all the same.';
end $$;

create extension if not exists pg_trgm;
create extension if not exists btree_gin;
