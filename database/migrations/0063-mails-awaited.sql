-- Somebody waits at a page for most mails; notices and digests come by the thousand in the morning and leave after them.
create index mails_awaited on mails (next_attempt_at) where kind not in ('notices', 'digest');
