-- When a document of an account last changed, for the console.
create or replace function overview_documents() returns trigger language plpgsql set search_path = pg_catalog, public as $$ begin
  update public.account_freshness set changed_at = now() where account_id = new.account_id;
  return null;
end $$;
