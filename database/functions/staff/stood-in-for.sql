-- The members of staff who are away today, in UTC, and for whom this one stands in.
create or replace function stood_in_for(member uuid) returns setof uuid language sql stable parallel safe set search_path = pg_catalog, public
begin atomic
  select a.staff_id from staff_absences a
    where a.stand_in = member and (now() at time zone 'UTC')::date between a.first_day and a.last_day;
end;
