-- Run once by a superuser in the database postgres of the primary. Replace the password here and in userlist.txt, which has
-- one line: "pgbouncer" "the password"
create role pgbouncer login password 'the password';

-- What PostgreSQL stores of the passwords of the portal's roles, and of no others. Those of a second portal on the server
-- end with eight characters.
create function pgbouncer_lookup(role text, out name text, out verifier text) returns setof record
language sql security definer set search_path = pg_catalog as $$
  select rolname::text, rolpassword from pg_authid
  where rolname = role and rolname ~ '^portal(_server|_console)?(_[0-9a-f]{8})?$'
$$;
revoke all on function pgbouncer_lookup(text) from public;
grant execute on function pgbouncer_lookup(text) to pgbouncer;
