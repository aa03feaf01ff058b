-- Ends the sessions in an account that have shown no second factor, now that it demands one. Returns how many.
create or replace function end_sessions_without_factor(account uuid, ended_at timestamptz) returns integer language sql set search_path = pg_catalog, public
begin atomic
  with ended as (
    update sessions set revoked_at = ended_at, revoked_because = 'second_factor_required'
      where account_id = account and revoked_at is null and second_factor_at is null returning id
  )
  select count(*)::integer from ended;
end;
