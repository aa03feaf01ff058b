-- The first day on which an order or a shipment is late, '-infinity' where every day is; null where none is. The same rule as is_late.
create or replace function first_late_day(type text, promised_date date, estimated_date date, delivered_date date, status text)
returns date language sql immutable parallel safe
return case
  when type not in ('orders', 'shipments') or promised_date is null or status in ('cancelled', 'returned', 'completed', 'rejected') then null
  when delivered_date is not null then case when delivered_date > promised_date then date '-infinity' end
  when status = 'delivered' then null
  when estimated_date > promised_date then '-infinity'
  else promised_date + 1
end;
