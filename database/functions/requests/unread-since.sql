-- Since when a request has words of its customer that a member of staff has not read: of those since a moment, and of what
-- does not wait for the supplier only those that came after the supplier's last ones. One row; null: there are none. A
-- function in FROM is planned as part of its statement: called for each row it took ten times as long.
create or replace function unread_since(account uuid, request uuid, made timestamptz, request_state text, staff uuid, since timestamptz)
returns table (at timestamptz) language sql stable parallel safe rows 1
begin atomic
  select min(w.at) from (
    select made as at
    union all select m.written_at from conversation_messages m
      where m.account_id = account and m.request_id = request and m.side = 'customer') w
  where w.at > greatest(since, (select r.read_until from request_reads r
      where r.account_id = account and r.request_id = request and r.staff_id = staff))
    and (request_state in ('open', 'taken') or w.at > (select max(s.written_at) from conversation_messages s
      where s.account_id = account and s.request_id = request and s.side = 'supplier'));
end;
