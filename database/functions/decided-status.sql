-- What the customer last decided of a quote's revision, as the status that it shows until the ERP says something else;
-- null when nothing, and when the supplier declined it. What the supplier answers with words stays decided; a wish for another
-- version is over then.
create or replace function decided_status(account uuid, number text, revision text) returns text
language sql stable parallel safe
return (
  select case when r.kind = 'accept' then 'accepted' when r.kind = 'reject' then 'rejected'
      when r.state <> 'answered' then 'revision_requested' end
  from requests r
  where r.account_id = account and r.document_type = 'quotes' and r.document_number = number
    and r.document_revision is not distinct from revision and r.kind in ('accept', 'reject', 'requestRevision')
    and r.state in ('open', 'taken', 'asked', 'accepted', 'answered')
  order by r.made_at desc, r.id desc limit 1
);
