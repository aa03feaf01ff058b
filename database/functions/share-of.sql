-- What of a quantity that is shared out in turn falls to one that has room for `room`, when those before it have room for
-- `before`; the last takes what is left.
create or replace function share_of(shared numeric, before numeric, room numeric, is_last boolean) returns numeric
language sql immutable parallel safe
return case when shared > coalesce(before, 0)
  then case when is_last then shared - coalesce(before, 0) else least(shared - coalesce(before, 0), greatest(room, 0)) end
  else 0 end;
