-- A new password is the answer to a stolen one: no device that the thief may have had trusted survives it.
create or replace function forget_devices_of_changed_password() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
begin
  delete from trusted_devices where user_id = new.user_id;
  return null;
end $$;
