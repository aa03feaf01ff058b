-- The server's role, too, sees one account at a time here: names of people are read and changes recorded by it.
do $$
declare t text;
begin
  for t in select tablename from pg_policies where policyname = 'own_account' and roles = '{portal_server}' loop
    execute format('drop policy own_account on %I', t);
  end loop;
  foreach t in array array['saved_views', 'default_views'] loop
    execute format('create policy own_account on %I to portal_server
      using (account_id = current_account()) with check (account_id = current_account())', t);
  end loop;
end $$;
