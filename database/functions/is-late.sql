-- A shipment is late when it came, or will come, or should have come after the promise; an order until it is finished.
create or replace function is_late(promised_date date, estimated_date date, delivered_date date, status text, today date)
returns boolean language sql immutable parallel safe
return coalesce(
  case
    when promised_date is null or status in ('cancelled', 'returned', 'completed', 'rejected') then false
    when delivered_date is not null then delivered_date > promised_date
    when status = 'delivered' then false
    else coalesce(estimated_date > promised_date, false) or promised_date < today
  end, false);
