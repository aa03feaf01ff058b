-- When the supplier's system last sent anything: the one thing a viewer may know of messages that are everybody's.
create or replace function last_received() returns timestamptz language sql stable security definer set search_path = pg_catalog, public
return (select max(received_at) from public.raw_messages);

revoke execute on function last_received() from public;
grant execute on function last_received() to portal;
