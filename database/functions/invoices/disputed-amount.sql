-- What customers dispute of what is open on an invoice, never more than that: all of it, the amounts that they named and the
-- lines that they chose with their tax. Lines whose amounts are not known dispute all of it. Null without an open dispute.
create or replace function disputed_amount(account uuid, document uuid, number text, open numeric) returns numeric
language sql stable parallel safe
return (
  with disputes as (
    select r.content from requests r
    where r.account_id = account and r.document_number = number and r.document_type = 'invoices' and r.kind = 'dispute'
      and r.state in ('open', 'taken', 'asked')
  )
  select case when count(*) > 0 then least(
      case when open < 0 then 0 else open end,
      case when not bool_or(not d.content ? 'amount' and coalesce(d.content -> 'lines', '[]') = '[]') then
        nullif(coalesce(sum((d.content ->> 'amount')::numeric), 0) + (
          select coalesce(sum(greatest(round(l.amount * (1 + coalesce((l.details ->> 'taxRate')::numeric, 0) / 100), 2), 0)), 0)
          from document_lines l
          where l.account_id = account and l.document_id = document
            and l.line in (select jsonb_array_elements_text(n.content -> 'lines') from disputes n)), 0)
      end)
    end
  from disputes d
);
