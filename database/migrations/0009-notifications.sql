-- Notices, who has read them, and what leaves by mail and push.

create table notices (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  kind text collate "C" not null,
  type text collate "C" not null,
  document_id uuid,
  number text collate "C",
  count integer not null default 1,
  details jsonb not null default '{}',
  needs_prices boolean not null,
  group_id uuid not null,
  dedupe_key text collate "C" not null,
  happened_at timestamptz not null,
  version bigint not null,
  user_id uuid,
  first_version bigint not null default 0,
  primary key (account_id, id),
  unique (account_id, dedupe_key),
  foreign key (account_id, document_id) references documents on delete cascade,
  foreign key (account_id, user_id) references memberships on delete cascade
);
create index notices_by_document on notices (account_id, document_id) where document_id is not null;
create index notices_by_first_version on notices (account_id, first_version);
create index notices_by_group on notices (account_id, group_id);
create index notices_of_user on notices (account_id, user_id) where user_id is not null;
create index notices_recent on notices (account_id, happened_at desc, id desc);
alter table notices enable row level security, force row level security;
grant select on notices to portal;
grant select, insert, update, delete on notices to portal_server;

create table notice_groups (
  account_id uuid not null references accounts on delete cascade,
  group_key text collate "C" not null,
  group_id uuid not null,
  since timestamptz not null,
  latest timestamptz not null,
  count integer not null,
  primary key (account_id, group_key)
);
alter table notice_groups enable row level security, force row level security;
grant select, insert, update, delete on notice_groups to portal_server;

create table notice_readers (
  account_id uuid not null,
  user_id uuid not null,
  seen_version bigint not null default 0,
  cleared_version bigint not null default 0,
  channels jsonb not null default '{}',
  quiet_from integer check (quiet_from between 0 and 1439),
  quiet_to integer check (quiet_to between 0 and 1439),
  mails_ended boolean not null default false,
  notified_version bigint not null default 0,
  to_digest uuid[] not null default '{}',
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references memberships on delete cascade,
  check ((quiet_from is null) = (quiet_to is null))
);
alter table notice_readers enable row level security, force row level security;
grant select, insert, update, delete on notice_readers to portal_server;

create table notice_marks (
  account_id uuid not null,
  user_id uuid not null,
  notice_id uuid not null,
  clicked_version bigint not null default 0,
  cleared_version bigint not null default 0,
  primary key (account_id, user_id, notice_id),
  foreign key (account_id, notice_id) references notices on delete cascade,
  foreign key (account_id, user_id) references memberships on delete cascade
);
create index notice_marks_by_notice on notice_marks (account_id, notice_id);
alter table notice_marks enable row level security, force row level security;
grant select on notice_marks to portal;
grant select, insert, update, delete on notice_marks to portal_server;

create table notice_choices (
  account_id uuid not null,
  user_id uuid not null,
  subject text collate "C" not null check (subject in ('document', 'item')),
  key text collate "C" not null,
  choice text collate "C" not null check (choice in ('follow', 'mute')),
  chosen_at timestamptz not null,
  primary key (account_id, user_id, subject, key),
  foreign key (account_id, user_id) references memberships on delete cascade
);
alter table notice_choices enable row level security, force row level security;
grant select on notice_choices to portal;
grant select, insert, update, delete on notice_choices to portal_server;

create table reminders (
  account_id uuid not null,
  document_id uuid not null,
  kind text collate "C" not null,
  day date not null,
  primary key (account_id, document_id, kind, day),
  foreign key (account_id, document_id) references documents on delete cascade
);
alter table reminders enable row level security, force row level security;
grant select, insert, update, delete on reminders to portal_server;

create table scheduled_tasks (
  account_id uuid not null references accounts on delete cascade,
  task text collate "C" not null check (task in ('notify', 'remind', 'digest')),
  user_id uuid,
  due_at timestamptz not null default '-infinity',
  unique nulls not distinct (account_id, task, user_id),
  foreign key (account_id, user_id) references memberships on delete cascade
);
create index scheduled_tasks_due on scheduled_tasks (due_at);
alter table scheduled_tasks enable row level security, force row level security;
grant select, insert, update, delete on scheduled_tasks to portal_server;

create table push_subscriptions (
  session_id uuid primary key references sessions on delete cascade,
  user_id uuid not null references users on delete cascade,
  endpoint text collate "C" not null unique,
  p256dh text collate "C" not null,
  auth text collate "C" not null,
  created_at timestamptz not null
);
create index push_subscriptions_of_user on push_subscriptions (user_id);
alter table push_subscriptions enable row level security, force row level security;
grant select, insert, update, delete on push_subscriptions to portal_server;

create table mails (
  id uuid primary key,
  kind text collate "C" not null,
  recipient text,
  sealed bytea,
  created_at timestamptz not null,
  expires_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  sent_at timestamptz,
  given_up_at timestamptz,
  last_error text
);
create index mails_by_age on mails (created_at);
-- Those to nobody too, so that writing one takes as long.
create index mails_due on mails (next_attempt_at);
alter table mails enable row level security, force row level security;
grant select, insert, update, delete on mails to portal_server;

create table mail_refusals (
  email text collate "C" primary key,
  refused_at timestamptz not null,
  reason text not null
);
alter table mail_refusals enable row level security, force row level security;
grant select, insert, update, delete on mail_refusals to portal_server;
