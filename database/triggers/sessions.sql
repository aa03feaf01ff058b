create or replace trigger tell_refused_session before update on sessions
  for each row execute function tell_refused_session();
