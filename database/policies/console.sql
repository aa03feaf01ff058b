-- The console's role reads for one member of staff at a time: all accounts or those that are theirs, by their role. It
-- writes nothing; grants name the tables, and of people's the columns.
drop policy if exists names_only on staff;
create policy names_only on staff for select to portal_console using (current_staff() is not null);

drop policy if exists own_accounts on staff_accounts;
create policy own_accounts on staff_accounts for select to portal_console
  using ((staff_id = current_staff() or staff_id in (select stood_in_for(current_staff())))
    and exists (select from staff s where s.id = current_staff() and s.disabled_at is null and s.role <> 'content'));

-- A key for some accounts acts in these alone.
drop policy if exists own_accounts on key_accounts;
create policy own_accounts on key_accounts for select to portal_console
  using (key_id = (select s.key_id from staff s where s.id = current_staff() and s.disabled_at is null));

-- Who is away, and who stands in, is known among staff.
drop policy if exists names_only on staff_absences;
create policy names_only on staff_absences for select to portal_console using (current_staff() is not null);

do $$
declare t text;
begin
  for t in select tablename from pg_policies where policyname = 'seen_by_staff' loop
    execute format('drop policy seen_by_staff on %I', t);
  end loop;
  foreach t in array array[
    'accounts', 'requests', 'request_files', 'approvals', 'conversation_messages', 'request_notes', 'request_assignees',
    'request_snoozes', 'request_reads', 'undelivered_answers',
    'account_overviews', 'account_freshness', 'account_notes', 'account_identifiers', 'account_addresses', 'credit_limits', 'document_sums',
    'documents', 'memberships', 'invitations', 'sessions', 'visits'
  ] loop
    -- Asked once for each statement, not for each row.
    execute format('create policy seen_by_staff on %I for select to portal_console
      using ((select staff_sees_all_accounts()) or account_id in (select s.account_id from staff_accounts s union all select k.account_id from key_accounts k))', t);
  end loop;
end $$;

-- What was done belongs to no account alone: only those who may see all of them read it, with the names of keys.
drop policy if exists all_or_nothing on audit_log;
create policy all_or_nothing on audit_log for select to portal_console using ((select staff_sees_all_accounts()));

-- What comes from the ERP and has no account yet: for those who see all accounts.
do $$
declare t text;
begin
  for t in select tablename from pg_policies where policyname = 'seen_without_account' loop
    execute format('drop policy seen_without_account on %I', t);
  end loop;
  foreach t in array array[
    'intake_sources', 'intake_hours', 'refused_messages', 'api_keys'
  ] loop
    execute format('create policy seen_without_account on %I for select to portal_console
      using ((select staff_sees_all_accounts()))', t);
  end loop;
end $$;

-- A person is seen by whoever sees one of their accounts; one without an account by those who see all.
drop policy if exists seen_by_staff on users;
create policy seen_by_staff on users for select to portal_console
  using ((select staff_sees_all_accounts()) or id in (select m.user_id from memberships m));

do $$
declare t text;
begin
  foreach t in array array['person_words', 'second_factors', 'passkeys'] loop
    execute format('drop policy if exists seen_by_staff on %I', t);
    execute format('create policy seen_by_staff on %I for select to portal_console
      using ((select staff_sees_all_accounts()) or user_id in (select m.user_id from memberships m))', t);
  end loop;
end $$;
