-- A request among colleagues: it waits for them, and nobody at the supplier's is asked for anything.
alter table requests drop constraint requests_state_check;
alter table requests add constraint requests_state_check
  check (state in ('open', 'taken', 'asked', 'colleagues', 'accepted', 'declined', 'answered', 'closed', 'withdrawn'));

-- Few of an account's requests: looked up for each person who opens the dashboard, and when a quote changes.
create index requests_for_approval on requests (account_id, document_number) where kind = 'askApproval';

create table approvals (
  account_id uuid not null,
  request_id uuid not null,
  -- No reference: what somebody approved outlives their sign-in.
  user_id uuid not null,
  name text not null,
  decision text collate "C" check (decision in ('approved', 'declined')),
  reason text,
  decided_at timestamptz,
  primary key (account_id, request_id, user_id),
  foreign key (account_id, request_id) references requests on update cascade on delete cascade,
  check ((decision is null) = (decided_at is null))
);
create index approvals_of_person on approvals (user_id);
alter table approvals enable row level security, force row level security;
grant select on approvals to portal;
grant select, insert on approvals to portal_server;
grant update (decision, reason, decided_at) on approvals to portal_server;
grant select on approvals to portal_console;

-- The quotes that answer an enquiry: they are marked when something was written about it. Few quotes name one.
create index documents_of_enquiries on documents (account_id, (details ->> 'enquiryNumber'))
  where type = 'quotes' and details ->> 'enquiryNumber' is not null;
