-- Since when a request has words of its customer that a member of staff has not read: of those since a moment, and of what
-- does not wait for the supplier only those that came after the supplier's last ones. Null: there are none.
create or replace function unread_by_staff(request requests, staff uuid, since timestamptz) returns timestamptz language sql stable parallel safe
return (
  select min(w.at) from (
    select request.made_at as at
    union all select m.written_at from conversation_messages m
      where m.account_id = request.account_id and m.request_id = request.id and m.side = 'customer') w
  where w.at > greatest(since, (select r.read_until from request_reads r
      where r.account_id = request.account_id and r.request_id = request.id and r.staff_id = staff))
    and (request.state in ('open', 'taken') or w.at > (select max(s.written_at) from conversation_messages s
      where s.account_id = request.account_id and s.request_id = request.id and s.side = 'supplier'))
);
