-- Whether the member of staff may read all accounts: a salesperson reads their own, who looks after texts alone reads none,
-- a key for some accounts those.
create or replace function staff_sees_all_accounts() returns boolean language sql stable parallel safe set search_path = pg_catalog, public
  return exists (select from staff where id = current_staff() and disabled_at is null
    and role in ('owner', 'integration', 'support', 'auditor', 'key'));
