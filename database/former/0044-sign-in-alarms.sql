-- Codes of a second factor that were wrong in a row, since the last right one: whoever types them knows the password, and
-- after a hundred none is looked at any more. And when a person was last written to of each kind of danger, so that nobody
-- who causes it can fill their mailbox.
alter table users add column wrong_codes integer not null default 0;

create table sign_in_alarms (
  user_id uuid not null references users on delete cascade,
  kind text not null,
  told_at timestamptz not null,
  primary key (user_id, kind)
);
grant select, insert, update, delete on sign_in_alarms to portal_server;
