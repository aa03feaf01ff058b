-- The role by which rows leave as a whole: for `backup`, `copy-to` and tools such as pg_dump. It reads every table and
-- writes none, and needs no right to bypass row-level security, which only an administrator could give. The owner takes
-- it on (SET ROLE). This file is applied again after each migration, so that no new table is left out.
do $$
begin
  if not exists (select from pg_roles where rolname = 'portal_backup') then
    create role portal_backup nologin nosuperuser nobypassrls;
  end if;
  -- From PostgreSQL 16 on, who has made a role may give it to others, and may not take it on before giving it to itself.
  if not pg_has_role(current_user, 'portal_backup',
    case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end) then
    execute format('grant portal_backup to %I', current_user);
  end if;
end $$;

grant usage on schema public to portal_backup;
grant select on all tables in schema public to portal_backup;
grant select on all sequences in schema public to portal_backup;

-- pg_dump reads each partition of a table (database/partitions) for itself.
do $$
begin
  if to_regnamespace('partitions') is not null then
    grant usage on schema partitions to portal_backup;
    grant select on all tables in schema partitions to portal_backup;
  end if;
end $$;

do $$
declare t name;
begin
  for t in select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relrowsecurity loop
    execute format('drop policy if exists every_row on %I', t);
    execute format('create policy every_row on %I for select to portal_backup using (true)', t);
  end loop;
end $$;
