-- The account of the running transaction; null when none is set, so that nothing is seen.
create or replace function current_account() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.account_id', true), '')::uuid;
