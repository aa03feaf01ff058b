-- Plans the reminders of a new account.
create or replace function plan_reminders() returns trigger language plpgsql set search_path = pg_catalog, public as $$ begin
  insert into public.scheduled_tasks (account_id, task) select account_id, 'remind' from added;
  return null;
end $$;
