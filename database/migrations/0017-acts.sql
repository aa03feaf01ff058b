-- What a customer has done about what a document waits for, so that it waits no longer until the supplier changes or refuses it.
alter table documents add column act text collate "C", add column acted_at timestamptz, add column acted_on text collate "C";
-- Of what could wait, what was acted on: as long as what waits for the supplier.
create index documents_acted on documents (account_id, type, key_date, id)
where acted_on is not null and (
  type = 'quotes' and status = 'open'
  or type = 'orders' and status in ('received', 'confirmed', 'in_progress', 'on_hold') and (status = 'on_hold' or estimated_date > promised_date)
  or type = 'shipments' and status in ('delivery_failed', 'on_hold', 'ready_for_pickup')
  or type = 'invoices' and status in ('open', 'partially_paid'));

alter table requests add column need text collate "C", add column shown jsonb;

-- Requests that wait for the supplier answer what their document waits for now: nothing tells what it waited for when they were
-- made. The owner, too, sees rows only by a policy.
alter table documents no force row level security;
alter table requests no force row level security;
update requests r set need = case d.type
  when 'quotes' then jsonb_build_array(d.valid_until, d.gross, d.details ->> 'revision')
  when 'orders' then jsonb_build_array(d.estimated_date,
    case when d.status = 'on_hold' then extract(epoch from d.status_changed_at) end, case when d.status = 'on_hold' then d.details ->> 'holdReason' end)
  when 'shipments' then jsonb_build_array(d.status, extract(epoch from d.status_changed_at), extract(epoch from d.last_event_at))
  else jsonb_build_array(d.due_date, d.open)
end::text
from documents d
where d.account_id = r.account_id and d.type = r.document_type and d.number = r.document_number and r.state in ('open', 'taken')
  and r.document_revision is not distinct from d.details ->> 'revision'
  and (r.kind in ('accept', 'reject', 'requestRevision', 'answerHold', 'instructDelivery', 'reportPayment')
    or r.kind in ('requestCancellation', 'dispute') and coalesce(jsonb_array_length(r.content -> 'lines'), 0) = 0 and r.content ->> 'amount' is null
    or r.kind = 'confirmReceipt' and r.content ->> 'complete' is distinct from 'false');
update documents d set act = r.kind, acted_at = r.made_at, acted_on = r.need
from (
  select distinct on (account_id, document_type, document_number) account_id, document_type, document_number, kind, made_at, need
  from requests where need is not null
  order by account_id, document_type, document_number, made_at desc, id desc
) r
where d.account_id = r.account_id and d.type = r.document_type and d.number = r.document_number;
alter table requests force row level security;
alter table documents force row level security;
