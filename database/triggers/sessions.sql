create or replace trigger notify_refused_session before update on sessions
  for each row execute function notify_refused_session();
