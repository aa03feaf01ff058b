-- The last day on which a document is shown in its stored status; null for a status that no date changes. The same rule as shown_status.
create or replace function last_shown_day(type text, status text, valid_until date, due_date date, last_event_at timestamptz)
returns date language sql immutable parallel safe
return case
  when type = 'quotes' and status = 'open' then coalesce(valid_until, 'infinity')
  when type = 'invoices' and status in ('open', 'partially_paid') then coalesce(due_date, 'infinity')
  when type = 'shipments'
    and status in ('picked_up', 'in_transit', 'customs', 'on_hold', 'ready_for_pickup', 'out_for_delivery', 'delivery_failed')
    then coalesce((last_event_at at time zone 'UTC')::date + 30, 'infinity')
end;
