-- The status that a person sees today. `today` is the supplier's calendar date.
create or replace function shown_status(type text, status text, valid_until date, due_date date, last_event_at timestamptz, today date)
returns text language sql immutable parallel safe
return case
  when type = 'quotes' and status = 'open' and valid_until < today then 'expired'
  when type = 'invoices' and status in ('open', 'partially_paid') and due_date < today then 'overdue'
  when type = 'shipments'
    and status in ('picked_up', 'in_transit', 'customs', 'on_hold', 'ready_for_pickup', 'out_for_delivery', 'delivery_failed')
    and last_event_at < (today - 30)::timestamp at time zone 'UTC' then 'unknown'
  else status
end;
