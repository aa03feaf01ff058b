-- A role that has changed or gone holds at once: access tokens that name it are refused.
create or replace function refuse_tokens_of_changed_membership() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
begin
  update sessions set version = version + 1 where user_id = old.user_id and revoked_at is null;
  return null;
end $$;
