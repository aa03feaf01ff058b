-- How each person wants to be told, what is due to be told when, and where it cannot be told any more.

-- Of the supplier's customer: when a day begins there. Null: where the server stands.
alter table accounts add column time_zone text collate "C";

-- One person's own affair, such as a new sign-in: nobody else sees it. Its type is then "profile".
alter table notices add column user_id uuid,
  add foreign key (account_id, user_id) references memberships on delete cascade,
  -- Of the account when it was first told: mails and pushes tell of each once, though it may grow later.
  add column first_version bigint not null default 0;
alter table notices no force row level security;
update notices set first_version = version;
alter table notices force row level security;
create index notices_of_user on notices (account_id, user_id) where user_id is not null;
create index notices_by_first_version on notices (account_id, first_version);

alter table notice_readers
  -- By kind, where it is not as usual: {"orders.changed": ["portal", "now"]}.
  add column channels jsonb not null default '{}',
  -- Minutes after midnight by the person's clock, between which nothing is mailed or pushed.
  add column quiet_from integer check (quiet_from between 0 and 1439),
  add column quiet_to integer check (quiet_to between 0 and 1439),
  add check ((quiet_from is null) = (quiet_to is null)),
  -- By the link in a mail: no more of them, whatever the channels say.
  add column mails_ended boolean not null default false,
  -- Up to which version of the account they were mailed and pushed at once, and in digests.
  add column told_version bigint not null default 0,
  add column digested_version bigint not null default 0;

-- A document or an item that a person follows or wants to hear nothing of.
create table notice_choices (
  account_id uuid not null,
  user_id uuid not null,
  subject text collate "C" not null check (subject in ('document', 'item')),
  -- Of a document its type and number, as in orders/SO-1; of an item its SKU.
  key text collate "C" not null,
  choice text collate "C" not null check (choice in ('follow', 'mute')),
  chosen_at timestamptz not null,
  primary key (account_id, user_id, subject, key),
  foreign key (account_id, user_id) references memberships on delete cascade
);

-- What a person has chosen for a notice's document, or else for the items in it: one that is followed is enough to hear
-- of it, and all must be muted to hear nothing.
create function notice_choice(account uuid, person uuid, of_type text, of_number text, of_document uuid)
returns text language sql stable
return coalesce(
  (select c.choice from notice_choices c
    where c.account_id = account and c.user_id = person and c.subject = 'document' and c.key = of_type || '/' || of_number),
  (select case when bool_or(c.choice = 'follow') then 'follow' when bool_and(coalesce(c.choice, '') = 'mute') then 'mute' end
    from document_lines l
    left join notice_choices c on c.account_id = account and c.user_id = person and c.subject = 'item' and c.key = l.sku
    where l.account_id = account and l.document_id = of_document and l.sku is not null));

-- What is to be done when; handed over to the jobs when it is due. Written in the transaction of what it follows from.
create table errands (
  account_id uuid not null references accounts on delete cascade,
  what text collate "C" not null check (what in ('tell', 'remind', 'digest')),
  -- For one person alone.
  user_id uuid,
  -- Without an end before it: not planned yet.
  due_at timestamptz not null default '-infinity',
  unique nulls not distinct (account_id, what, user_id),
  foreign key (account_id, user_id) references memberships on delete cascade
);
create index errands_due on errands (due_at);

create function plan_reminders() returns trigger language plpgsql set search_path = pg_catalog, public as $$ begin
  insert into public.errands (account_id, what) select account_id, 'remind' from added;
  return null;
end $$;
create trigger plan_reminders after insert on accounts referencing new table as added
  for each statement execute function plan_reminders();
insert into errands (account_id, what) select account_id, 'remind' from accounts;

-- What the calendar has brought about was told: once for each day that it is about.
create table reminders (
  account_id uuid not null,
  document_id uuid not null,
  kind text collate "C" not null,
  day date not null,
  primary key (account_id, document_id, kind, day),
  foreign key (account_id, document_id) references documents on delete cascade
);

-- A browser that shows what is told while no page is open; it ends with the session that asked for it.
create table push_subscriptions (
  session_id uuid primary key references sessions on delete cascade,
  user_id uuid not null references users on delete cascade,
  endpoint text collate "C" not null unique,
  -- The browser's public key and secret (RFC 8291), base64url.
  p256dh text collate "C" not null,
  auth text collate "C" not null,
  created_at timestamptz not null
);
create index push_subscriptions_of_user on push_subscriptions (user_id);

-- Addresses that a mail server has refused for good. What a person could read in the portal is not mailed there.
create table mail_refusals (
  email text collate "C" primary key,
  refused_at timestamptz not null,
  reason text not null
);

do $$
declare t text;
begin
  foreach t in array array['notice_choices', 'errands', 'reminders', 'push_subscriptions', 'mail_refusals'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy all_accounts on %I to portal_server using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to portal_server', t);
  end loop;
end $$;
create policy own_account on notice_choices to portal using (account_id = current_account());
grant select on notice_choices to portal;
