-- Rows of the audit log are only ever added.
create or replace function refuse_change_of_audit_log() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  raise exception 'The audit log is only added to' using errcode = 'insufficient_privilege';
end $$;
