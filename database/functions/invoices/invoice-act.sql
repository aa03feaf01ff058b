-- The claim by which an open invoice waits for nobody of its account on a day: a promise to pay until its day is over, or disputes
-- that leave nothing due. As JSON its kind, when it was made and until which day it holds. Null without one, and when the supplier
-- has asked back.
create or replace function invoice_act(account uuid, document uuid, number text, open numeric, day date) returns json
language sql stable parallel safe
return (
  with claims as (
    select r.kind, r.state, r.made_at, r.id, r.content ->> 'payOn' as until from requests r
    where r.account_id = account and r.document_number = number and r.document_type = 'invoices'
      and r.kind in ('dispute', 'promisePayment') and r.state not in ('declined', 'withdrawn')
  )
  select case
      when p.state <> 'asked' and p.until >= to_char(day, 'YYYY-MM-DD') then
        json_build_object('kind', 'promisePayment', 'at', p.made_at, 'until', p.until)
      when d.made_at is not null and not d.asked and disputed_amount(account, document, number, open) >= open then
        json_build_object('kind', 'dispute', 'at', d.made_at, 'until', null)
    end
  from (
    select max(c.made_at) filter (where c.state in ('open', 'taken')) as made_at, bool_or(c.state = 'asked') as asked
    from claims c where c.kind = 'dispute'
  ) d
  left join lateral (
    select c.state, c.made_at, c.until from claims c where c.kind = 'promisePayment' order by c.made_at desc, c.id desc limit 1
  ) p on true
);
