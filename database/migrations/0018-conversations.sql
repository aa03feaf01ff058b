-- One conversation per document, and one of the account about what belongs to none: beside each request stands what the
-- supplier and the members write about it afterwards.

alter table requests drop constraint requests_state_check;
alter table requests
  add constraint requests_state_check
    check (state in ('open', 'taken', 'asked', 'accepted', 'declined', 'answered', 'closed', 'withdrawn')),
  add constraint requests_of_conversation unique (account_id, id, document_type, document_number),
  add state_since timestamptz,
  add state_by text,
  add last_at timestamptz;
-- The owner, too, sees rows only by a policy.
alter table requests no force row level security;
update requests set last_at = coalesce(answered_at, made_at), state_since = answered_at,
  state_by = case when answered_at is not null then answered_by end;
alter table requests alter column last_at set not null;
create index requests_by_activity on requests (account_id, last_at desc, id desc);
create index requests_of_conversations on requests (account_id, document_type, document_number, last_at, id);
-- What the supplier's systems read on, across accounts.
create index requests_by_change on requests (last_at, id);
grant update (state_since, state_by, last_at) on requests to portal_server;

create table conversation_messages (
  account_id uuid not null,
  request_id uuid not null,
  id uuid not null,
  document_type text collate "C" not null,
  document_number text collate "C" not null,
  written_at timestamptz not null,
  side text collate "C" not null check (side in ('customer', 'supplier')),
  author_id uuid,
  author_name text,
  text text,
  outcome text collate "C"
    check (outcome in ('open', 'taken', 'asked', 'accepted', 'declined', 'answered', 'closed')),
  key uuid not null,
  primary key (account_id, request_id, id),
  unique (account_id, key),
  -- A document that gets another number or another account takes its conversation along.
  foreign key (account_id, request_id, document_type, document_number)
    references requests (account_id, id, document_type, document_number) on update cascade on delete cascade,
  check (text is not null or outcome is not null),
  check ((side = 'customer') = (author_id is not null))
);
create index conversation_messages_of_document
  on conversation_messages (account_id, document_type, document_number, written_at desc, id desc);
create index conversation_messages_of_author on conversation_messages (account_id, author_id, written_at)
  where author_id is not null;
-- What may be new to a person.
create index conversation_messages_of_supplier on conversation_messages (account_id, written_at)
  where side = 'supplier';
grant select on conversation_messages to portal;
grant select, insert on conversation_messages to portal_server;

create table conversation_reads (
  account_id uuid not null,
  request_id uuid not null,
  user_id uuid not null references users on delete cascade,
  read_until timestamptz not null,
  primary key (account_id, request_id, user_id),
  foreign key (account_id, request_id) references requests on update cascade on delete cascade
);
create index conversation_reads_of_user on conversation_reads (user_id);
grant select on conversation_reads to portal;
grant select, insert, update, delete on conversation_reads to portal_server;

alter table request_files add message_id uuid;
-- What was sent within a day, by account.
create index request_files_by_day on request_files (account_id, created_at);

-- What was answered before becomes the first messages, which everybody has read.
alter table memberships no force row level security;
insert into conversation_messages (account_id, request_id, id, document_type, document_number, written_at, side, author_name, text, outcome, key)
select account_id, id, gen_random_uuid(), document_type, document_number, coalesce(answered_at, made_at), 'supplier',
  answered_by, answer, case when state in ('taken', 'accepted', 'declined', 'answered') then state end, gen_random_uuid()
from requests where answer is not null or state in ('accepted', 'declined', 'answered');
insert into conversation_reads (account_id, request_id, user_id, read_until)
select c.account_id, c.request_id, m.user_id, c.written_at
from conversation_messages c join memberships m on m.account_id = c.account_id;
alter table memberships force row level security;
alter table requests force row level security;
alter table conversation_messages enable row level security, force row level security;
alter table conversation_reads enable row level security, force row level security;
