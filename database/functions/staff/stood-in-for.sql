-- The members of staff who are away on a day, and for whom this one stands in.
create or replace function stood_in_for(member uuid, day date) returns setof uuid language sql stable parallel safe set search_path = pg_catalog, public
begin atomic
  select a.staff_id from staff_absences a where a.stand_in = member and day between a.first_day and a.last_day;
end;

-- The same today, in a transaction for a member of staff.
create or replace function stood_in_for(member uuid) returns setof uuid language sql stable parallel safe set search_path = pg_catalog, public
begin atomic
  select stood_in_for(member, current_day());
end;
