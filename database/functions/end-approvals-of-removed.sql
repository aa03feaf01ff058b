-- A quote that is withdrawn is approved by nobody any more.
create or replace function end_approvals_of_removed() returns trigger language plpgsql set search_path = pg_catalog, public as $$ begin
  update public.requests r set state = 'closed', state_since = clock_timestamp(), state_by = null, last_at = greatest(r.last_at, clock_timestamp())
  where r.account_id = old.account_id and r.document_number = old.number and r.kind = 'askApproval' and r.state = 'colleagues';
  return null;
end $$;
