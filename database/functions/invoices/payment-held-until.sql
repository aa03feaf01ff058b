-- The last day on which a customer is not reminded of an invoice: forever while a dispute is undecided, else
-- until the latest of the day on which the dispute ended, a promise or an advice was declined or taken back, the day for which
-- payment was promised and the day of a remittance. Null when nothing ever held reminders back.
create or replace function payment_held_until(account uuid, number text) returns date language sql stable parallel safe
return (
  select case when bool_or(r.kind = 'dispute' and r.state in ('open', 'taken', 'asked')) then 'infinity' else greatest(
      max((coalesce(e.ended_at, r.state_since) at time zone 'UTC')::date) filter (where r.kind = 'dispute' or r.state in ('declined', 'withdrawn')),
      (array_agg((r.content ->> 'payOn')::date order by r.made_at desc, r.id desc)
        filter (where r.kind = 'promisePayment' and r.state not in ('declined', 'withdrawn')))[1],
      (select max(case when a.state in ('declined', 'withdrawn') then (a.state_since at time zone 'UTC')::date
          else (a.content ->> 'paidOn')::date end)
        from remitted_invoices i join requests a on a.account_id = i.account_id and a.id = i.request_id
        where i.account_id = account and i.document_number = number))
    end
  from requests r
  -- A dispute that was decided or answered, and closed later, ended on the day of the decision or answer.
  left join lateral (
    select min(m.written_at) as ended_at from conversation_messages m
    where r.state = 'closed' and m.account_id = account and m.request_id = r.id and m.outcome in ('accepted', 'declined', 'answered')
      and not exists (select from conversation_messages o
        where o.account_id = account and o.request_id = r.id and o.id > m.id and o.outcome in ('open', 'taken', 'asked'))
  ) e on true
  where r.account_id = account and r.document_number = number and r.document_type = 'invoices'
    and r.kind in ('dispute', 'promisePayment')
);
