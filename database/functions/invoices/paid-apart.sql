-- What was paid of an invoice, or paid out on a credit note. A source may call a credit note paid that invoices have as a payment: that
-- is set off already, unless the credit note lists it as a payment of its own.
create or replace function paid_apart(invoice_kind text, paid numeric, details jsonb, set_off jsonb)
returns numeric language sql immutable parallel safe
return case when invoice_kind is distinct from '381' or set_off_by_payments(set_off) = 0 then paid
  else greatest(abs(paid) - set_off_by_payments(set_off), least(abs(paid), (
    select coalesce(sum(abs((p.value ->> 'amount')::numeric)), 0) from jsonb_array_elements(coalesce(details -> 'payments', '[]')) p))) end;
