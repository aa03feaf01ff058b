-- A person who may not sign in any more is signed out everywhere.
create or replace function end_sessions_of_disabled_user() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  update sessions set revoked_at = new.disabled_at, revoked_because = 'disabled'
    where user_id = new.id and revoked_at is null;
  return null;
end $$;
