-- What customers dispute of what is open on an invoice, never more than that: all of it, the amounts that they named and the
-- lines that they chose with their tax, rounded once to the places of its currency. All lines dispute all of it, whatever they
-- come to, and so do lines whose amounts are not known. Null without an open dispute.
create or replace function disputed_amount(account uuid, document uuid, number text, open numeric) returns numeric
language sql stable parallel safe
return (
  with disputes as (
    select r.content from requests r
    where r.account_id = account and r.document_number = number and r.document_type = 'invoices' and r.kind = 'dispute'
      and r.state in ('open', 'taken', 'asked')
  ), priced as (
    select l.amount * (1 + coalesce((l.details ->> 'taxRate')::numeric, 0) / 100) as gross,
      l.line in (select jsonb_array_elements_text(n.content -> 'lines') from disputes n) as chosen
    from document_lines l where l.account_id = account and l.document_id = document and l.amount <> 0
  )
  select case when count(*) > 0 then least(
      case when open < 0 then 0 else open end,
      case when not bool_or(not d.content ? 'amount' and coalesce(d.content -> 'lines', '[]') = '[]')
          and not coalesce((select bool_and(p.chosen) from priced p), false) then
        round(
          nullif(coalesce(sum((d.content ->> 'amount')::numeric), 0)
            + (select coalesce(sum(greatest(p.gross, 0)), 0) from priced p where p.chosen), 0),
          (select minor_units(i.currency) from documents i where i.account_id = account and i.id = document))
      end)
    end
  from disputes d
);
