-- What of the amounts set off between an invoice and credit notes stands on the invoice as payments.
create or replace function set_off_by_payments(set_off jsonb) returns numeric language sql immutable parallel safe
return case when set_off is null then 0
  else (select coalesce(sum((e.value ->> 'amount')::numeric) filter (where e.value ? 'payment'), 0) from jsonb_array_elements(set_off) e) end;
