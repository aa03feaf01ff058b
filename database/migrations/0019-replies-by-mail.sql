-- Mails that came in answer to the portal's, so that each is taken once, and refused with a bounded number of mails.

create table received_mails (
  key bytea primary key,
  received_at timestamptz not null,
  outcome text collate "C" not null check (outcome in ('taken', 'refused', 'ignored')),
  reason text collate "C",
  request_id uuid not null,
  told bytea
);
create index received_mails_by_time on received_mails (received_at);
-- Whom a mail has told that a reply was refused, and of which requests.
create index received_mails_told on received_mails (told, received_at) where told is not null;
create index received_mails_told_of_request on received_mails (request_id, received_at) where told is not null;
alter table received_mails enable row level security, force row level security;
grant select, insert, delete on received_mails to portal_server;
