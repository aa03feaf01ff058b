-- Whatever ends a session or changes what it may do tells every server at once, whoever did it and by which way.
create or replace function notify_refused_session() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  if new.version <> old.version or (new.revoked_at is not null and old.revoked_at is null) then
    new.refused_at := clock_timestamp();
    perform pg_notify('session_refused', '');
  end if;
  return new;
end $$;
