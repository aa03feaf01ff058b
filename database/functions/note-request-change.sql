-- Keeps what happened to a request, in its transaction: `tg_argv[0]` says what.
create or replace function note_request_change() returns trigger language plpgsql set search_path = pg_catalog, public as $$
declare
  request uuid; message uuid; file uuid; at timestamptz := clock_timestamp();
begin
  if tg_table_name = 'requests' then
    request := new.id;
    if tg_argv[0] = 'made' then at := new.made_at; elsif tg_argv[0] = 'state' then at := coalesce(new.state_since, at); end if;
  elsif tg_table_name = 'conversation_messages' then
    request := new.request_id; message := new.id;
    if tg_argv[0] = 'message' then at := new.written_at; end if;
  elsif tg_table_name = 'request_files' then
    request := new.request_id; message := new.message_id; file := new.id; at := new.created_at;
  else
    request := new.request_id;
  end if;
  insert into public.request_changes (account_id, request_id, change, message_id, file_id, happened_at)
    values (new.account_id, request, tg_argv[0], message, file, at);
  return null;
end $$;
