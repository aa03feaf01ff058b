-- The movements of one document; none when it is not known what is open on it, or while it is cancelled, but for what credit
-- notes take off it. What a credit note settles is on both documents and moves nothing, also where an invoice has it as a payment.
create or replace function movements_of(
  type text, status text, currency text, issue_date date, invoice_kind text, gross numeric, open numeric, credited numeric, details jsonb, set_off jsonb)
returns table (day date, "position" integer, kind text, amount numeric) language sql immutable parallel safe
begin atomic
  with document as (
    select coalesce(issue_date, date '0001-01-01') as day, status = 'cancelled' as is_cancelled,
      case when status = 'cancelled' then credited
        -- A credit note takes away, whatever sign its source gives it.
        when invoice_kind = '381' then -abs(coalesce((details ->> 'payable')::numeric, gross, open))
        else coalesce((details ->> 'payable')::numeric, gross, open) end as issued,
      case when status = 'cancelled' then 0 when invoice_kind = '381' then -abs(open) else open end as left_open,
      case when invoice_kind = '381' then -credited else credited + set_off_by_payments(set_off) end as settled_between
    where type = 'invoices' and currency is not null
      and (status <> 'cancelled' and open is not null or status = 'cancelled' and invoice_kind <> '381' and credited <> 0)
  ), paid as (
    select (p.value ->> 'date')::date as day, p.ordinality::integer as "position",
      case when invoice_kind = '381' then abs((p.value ->> 'amount')::numeric) else -(p.value ->> 'amount')::numeric end as amount
    from document, jsonb_array_elements(coalesce(details -> 'payments', '[]')) with ordinality p
    where not document.is_cancelled and p.value ->> 'date' is not null and p.value ->> 'amount' is not null
      and not (invoice_kind <> '381' and coalesce(set_off, '[]') @> jsonb_build_array(jsonb_build_object('payment', p.ordinality)))
  ), moved as (
    select day, 0 as "position",
      case invoice_kind when '381' then 'creditNote' when '386' then 'prepayment' else 'invoice' end as kind, issued as amount
    from document
    union all
    select paid.day, paid."position", case when paid.amount < 0 then 'payment' else 'refund' end, paid.amount from paid
    union all
    select day, 1000000, 'settlement', left_open - issued + settled_between - (select coalesce(sum(paid.amount), 0) from paid) from document
  )
  select moved.day, moved."position", moved.kind, moved.amount from moved where moved.amount <> 0;
end;
