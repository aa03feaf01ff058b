-- People and their sign-ins belong to no account: the server's role alone reads and writes them.
do $$
declare t text;
begin
  for t in select tablename from pg_policies where policyname = 'sign_in' loop
    execute format('drop policy sign_in on %I', t);
  end loop;
  foreach t in array array[
    'users', 'memberships', 'invitations', 'registrations', 'terms_acceptances', 'mails',
    'passwords', 'password_resets', 'sessions', 'trusted_devices', 'throttle_buckets', 'sign_in_challenges', 'second_factors',
    'factor_enrolments', 'recovery_codes', 'passkeys', 'passkey_challenges', 'identities', 'sign_on_attempts',
    'staff', 'staff_credentials', 'staff_invitations', 'staff_sessions', 'staff_passkeys', 'staff_passkey_challenges',
    'staff_identities', 'staff_sign_on_attempts',
    'person_words'
  ] loop
    execute format('create policy sign_in on %I to portal_server using (true) with check (true)', t);
  end loop;
end $$;
