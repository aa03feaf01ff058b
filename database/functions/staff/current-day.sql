-- The supplier's calendar date in a transaction for a member of staff; the date in UTC in any other.
create or replace function current_day() returns date language sql stable parallel safe
return coalesce(nullif(current_setting('app.day', true), '')::date, (now() at time zone 'UTC')::date);
