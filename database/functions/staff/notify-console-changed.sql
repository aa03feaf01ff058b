-- Has open pages of the console read anew what they show, once the transaction commits.
create or replace function notify_console_changed() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  perform pg_notify('console_changed', '');
  return null;
end $$;
