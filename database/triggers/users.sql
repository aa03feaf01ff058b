create or replace trigger end_sessions_of_disabled_user after update of disabled_at on users
  for each row when (new.disabled_at is not null and old.disabled_at is null)
  execute function end_sessions_of_disabled_user();
