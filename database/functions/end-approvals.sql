-- What a supplier changes of a quote was approved by nobody: what was asked and given before ends. Where only its status
-- changed, what was given stays as it was.
create or replace function end_approvals() returns trigger language plpgsql set search_path = pg_catalog, public as $$ begin
  update public.requests r set state = 'closed', state_since = new.recorded_at, state_by = null, last_at = greatest(r.last_at, new.recorded_at)
  from public.documents d
  where d.account_id = new.account_id and d.id = new.document_id
    and r.account_id = new.account_id and r.document_number = d.number and r.kind = 'askApproval'
    and r.state = any (case when new.only_amounts or exists (select from jsonb_array_elements(new.changes) c where c ->> 'field' <> 'status')
      then array['colleagues', 'accepted', 'declined'] else array['colleagues'] end);
  return null;
end $$;
