-- Tables, columns and functions get the words of the glossary.
alter table errands rename to scheduled_tasks;
alter table scheduled_tasks rename column what to task;
alter table scheduled_tasks rename constraint errands_account_id_what_user_id_key to scheduled_tasks_account_id_task_user_id_key;
alter table scheduled_tasks rename constraint errands_account_id_fkey to scheduled_tasks_account_id_fkey;
alter table scheduled_tasks rename constraint errands_account_id_user_id_fkey to scheduled_tasks_account_id_user_id_fkey;
alter table scheduled_tasks drop constraint errands_what_check;
update scheduled_tasks set task = 'notify' where task = 'tell';
alter table scheduled_tasks add constraint scheduled_tasks_task_check check (task in ('notify', 'remind', 'digest'));
alter index errands_due rename to scheduled_tasks_due;

-- Jobs of the former name that nobody has begun are scheduled again under the new one.
do $$ begin
  if to_regclass('jobs.job') is not null then
    insert into scheduled_tasks (account_id, task, due_at)
    select distinct a.account_id, 'notify', now() from jobs.job j join accounts a on a.account_id::text = j.data ->> 'accountId'
    where j.name = 'tell' and j.state in ('created', 'retry', 'active')
    on conflict (account_id, task, user_id) do update set due_at = least(scheduled_tasks.due_at, excluded.due_at);
    delete from jobs.job where name = 'tell';
  end if;
end $$;

alter table notice_readers rename column told_version to notified_version;
alter table sign_in_alarms rename column told_at to notified_at;
alter table items rename column told_on to described_on;
alter table units rename column told to written;
alter table account_addresses rename column place to position;

alter table sign_on_trips rename to sign_on_attempts;
alter table sign_on_attempts rename constraint sign_on_trips_pkey to sign_on_attempts_pkey;
alter table sign_on_attempts rename constraint sign_on_trips_user_id_fkey to sign_on_attempts_user_id_fkey;
alter table sign_on_attempts rename constraint sign_on_trips_invitation to sign_on_attempts_invitation;
alter table sign_on_attempts rename constraint sign_on_trips_purpose to sign_on_attempts_purpose;
alter index sign_on_trips_expired rename to sign_on_attempts_expired;
alter index sign_on_trips_of_user rename to sign_on_attempts_of_user;

-- Since PostgreSQL 18 columns that are never null have a named constraint.
do $$ declare renamed record; begin
  for renamed in
    select c.conrelid::regclass as of, c.conname as former, format('%s_%s_not_null', t.relname, a.attname) as standard
    from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_attribute a on a.attrelid = t.oid and a.attnum = c.conkey[1]
    where c.contype = 'n' and t.relnamespace = 'public'::regnamespace
      and t.relname in ('scheduled_tasks', 'notice_readers', 'sign_in_alarms', 'items', 'units', 'account_addresses', 'sign_on_attempts')
  loop
    if renamed.former <> renamed.standard then
      execute format('alter table %s rename constraint %I to %I', renamed.of, renamed.former, renamed.standard);
    end if;
  end loop;
end $$;

-- The triggers and functions with the new names are created by files of their own.
drop trigger tell_changed on account_versions;
drop trigger tell_refused_session on sessions;
drop function tell_account_changed();
drop function tell_refused_session();
drop function search_documents(jsonb);
drop function search_document_ids(text[], text[], date, date, date, uuid, integer, integer);
drop function said_within(tsvector, text[]);

-- Plans the reminders of a new account.
create or replace function plan_reminders() returns trigger language plpgsql set search_path = pg_catalog, public as $$ begin
  insert into public.scheduled_tasks (account_id, task) select account_id, 'remind' from added;
  return null;
end $$;
