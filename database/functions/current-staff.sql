-- The member of the supplier's staff for whom the running transaction reads; null when none is set, so that nothing is seen.
create or replace function current_staff() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.staff_id', true), '')::uuid;
