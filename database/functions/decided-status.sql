-- What the customer last decided of a quote's revision, as the status that it shows until the ERP says something else;
-- null when nothing, or when the supplier declined it.
create or replace function decided_status(account uuid, number text, revision text) returns text
language sql stable parallel safe
return (
  select case r.kind when 'accept' then 'accepted' when 'reject' then 'rejected' else 'revision_requested' end
  from requests r
  where r.account_id = account and r.document_type = 'quotes' and r.document_number = number
    and r.document_revision is not distinct from revision and r.kind in ('accept', 'reject', 'requestRevision')
    and r.state in ('open', 'taken', 'asked', 'accepted')
  order by r.made_at desc, r.id desc limit 1
);
