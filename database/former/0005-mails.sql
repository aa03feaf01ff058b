-- Mails on their way out. A mail is written in the transaction of what it tells of and leaves after it: nothing is lost
-- when the server is killed, and no request waits for a mail server.
create table mails (
  id uuid primary key,
  kind text collate "C" not null,
  -- Null: to nobody. It is written so that asking about an unknown address costs what asking about a known one does.
  recipient text,
  -- The name and the words that go into it, encrypted with a key that the database does not hold: its link opens a door.
  -- Gone as soon as the mail is.
  sealed bytea,
  created_at timestamptz not null,
  -- When what it says is over and it need not be sent any more.
  expires_at timestamptz,
  attempts integer not null default 0,
  -- Null: nothing more is done with it.
  next_attempt_at timestamptz,
  sent_at timestamptz,
  given_up_at timestamptz,
  last_error text
);
-- Those to nobody too, so that writing one takes as long.
create index mails_due on mails (next_attempt_at);
create index mails_by_age on mails (created_at);

alter table mails enable row level security;
alter table mails force row level security;
create policy sign_in on mails to portal_server using (true) with check (true);
grant select, insert, update, delete on mails to portal_server;
