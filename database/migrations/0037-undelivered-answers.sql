-- Answers to customers whose mail did not arrive, until it does or somebody of the staff has dealt with it.
create table undelivered_answers (
  account_id uuid not null,
  request_id uuid not null,
  user_id uuid not null references users on delete cascade,
  email text collate "C" not null,
  reason text not null,
  refused_at timestamptz not null,
  primary key (account_id, request_id, user_id),
  foreign key (account_id, request_id) references requests on update cascade on delete cascade
);
create index undelivered_answers_by_age on undelivered_answers (refused_at, request_id);
create index undelivered_answers_of_person on undelivered_answers (user_id);
alter table undelivered_answers enable row level security, force row level security;
grant select, insert, update, delete on undelivered_answers to portal_server;
grant select on undelivered_answers to portal_console;
