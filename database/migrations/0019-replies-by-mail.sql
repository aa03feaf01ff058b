-- Mails that came in answer to the portal's, so that each is taken once, and refused with a bounded number of mails.

create table received_mails (
  key bytea primary key,
  received_at timestamptz not null,
  outcome text collate "C" not null check (outcome in ('taken', 'refused', 'ignored')),
  reason text collate "C",
  request_id uuid not null,
  notified_sender bytea
);
create index received_mails_by_time on received_mails (received_at);
-- Whom a mail has notified that a reply was refused, and of which requests.
create index received_mails_notified on received_mails (notified_sender, received_at) where notified_sender is not null;
create index received_mails_notified_of_request on received_mails (request_id, received_at) where notified_sender is not null;
alter table received_mails enable row level security, force row level security;
grant select, insert, delete on received_mails to portal_server;
