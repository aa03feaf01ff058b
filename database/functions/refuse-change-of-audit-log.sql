-- Nobody changes an entry, and nobody deletes one of the last year.
create or replace function refuse_change_of_audit_log() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '1 year' then return old; end if;
  raise exception 'The audit log is only added to' using errcode = 'insufficient_privilege';
end $$;
