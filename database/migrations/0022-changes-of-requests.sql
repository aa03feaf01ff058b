-- What happens to requests, change by change, for the supplier's systems, and how far each of them has read.
create table request_changes (
  written bigint generated always as identity primary key,
  position bigint unique,
  mark uuid not null default gen_random_uuid(),
  account_id uuid not null,
  request_id uuid not null,
  change text collate "C" not null check (change in ('made', 'message', 'corrected', 'file', 'state', 'return', 'moved')),
  message_id uuid,
  file_id uuid,
  happened_at timestamptz not null,
  foreign key (account_id, request_id) references requests on update cascade on delete cascade
);
create index request_changes_of_request on request_changes (account_id, request_id);
create index request_changes_new on request_changes (written) where position is null;
alter table request_changes enable row level security, force row level security;
grant select, insert, update (position) on request_changes to portal_server;

create table request_readers (
  reader text collate "C" primary key,
  read_through bigint not null,
  read_at timestamptz not null
);
grant select, insert, update on request_readers to portal_server;

-- What has happened before is there to be read, too. The owner sees rows only by a policy.
alter table requests no force row level security;
alter table conversation_messages no force row level security;
alter table request_files no force row level security;
alter table request_changes no force row level security;
insert into request_changes (account_id, request_id, change, message_id, file_id, happened_at)
select account_id, request_id, change, message_id, file_id, happened_at from (
  select account_id, id as request_id, 'made' as change, 1 as turn, null::uuid as message_id, null::uuid as file_id, made_at as happened_at from requests
  union all
  select account_id, request_id, 'message', 2, id, null, written_at from conversation_messages
  union all
  select account_id, request_id, 'file', 3, message_id, id, created_at from request_files
) c order by happened_at, request_id, turn;
alter table request_changes force row level security;
alter table request_files force row level security;
alter table conversation_messages force row level security;
alter table requests force row level security;
