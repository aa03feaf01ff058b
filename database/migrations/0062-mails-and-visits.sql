-- Somebody waits at a page for most mails; notices and digests come by the thousand in the morning and leave after them.
create index mails_awaited on mails (next_attempt_at) where kind not in ('notices', 'digest');

-- Staff read when somebody last worked in an account. With the server's policy from the start: servers of the version before write here.
alter table visits enable row level security, force row level security;
create policy all_accounts on visits to portal_server using (true) with check (true);
grant select (account_id, user_id, visited_at) on visits to portal_console;
