-- Since when a request waits for the supplier: since its customer wrote first after the supplier's last words, or since it was
-- made; null: it does not wait. One row, as a function in FROM for the reason of unread_since.
create or replace function waiting_since(account uuid, request uuid, made timestamptz, request_state text)
returns table (at timestamptz) language sql stable parallel safe rows 1
begin atomic
  select case when request_state in ('open', 'taken') then coalesce((select min(m.written_at) from conversation_messages m
    where m.account_id = account and m.request_id = request and m.side = 'customer' and m.written_at > (
      select max(s.written_at) from conversation_messages s
      where s.account_id = account and s.request_id = request and s.side = 'supplier')), made) end;
end;
