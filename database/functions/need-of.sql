-- What a document waits for the customer with, as a text that differs whenever its source makes it wait anew: an act of the customer
-- holds for one such text. A failed delivery fails anew with each event, a hold with each time the order is held.
create or replace function need_of(type text, status text, status_changed_at timestamptz, valid_until date, due_date date,
  estimated_date date, gross numeric, open numeric, last_event_at timestamptz, details jsonb)
returns text language sql stable parallel safe
return case type
  when 'quotes' then jsonb_build_array(valid_until, gross, details ->> 'revision')
  when 'orders' then jsonb_build_array(estimated_date,
    case when status = 'on_hold' then extract(epoch from status_changed_at) end, case when status = 'on_hold' then details ->> 'holdReason' end)
  when 'shipments' then jsonb_build_array(status, extract(epoch from status_changed_at), extract(epoch from last_event_at))
  else jsonb_build_array(due_date, open)
end::text;
