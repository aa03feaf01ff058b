-- What happened in an account, once for all its people: what it says is put into words when it is read, in the language
-- of the reader, and whether they may see it is decided then.
create table notices (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  -- See contract/notifications/endpoints.ts; the type of document is its first part.
  kind text collate "C" not null,
  type text collate "C" not null,
  -- One document; null when several are told of together.
  document_id uuid,
  number text collate "C",
  count integer not null default 1,
  -- Dates, statuses and references that the text names; never an amount.
  details jsonb not null default '{}',
  -- Only amounts changed: of no interest to who may not see them.
  needs_prices boolean not null,
  -- Those told in one go; a group that grows too large becomes one notice, whose id it is.
  group_id uuid not null,
  -- What must not be told twice.
  dedupe_key text collate "C" not null,
  happened_at timestamptz not null,
  -- Of the account when it was last written: later transactions have later versions.
  version bigint not null,
  primary key (account_id, id),
  unique (account_id, dedupe_key),
  foreign key (account_id, document_id) references documents on delete cascade
);
create index notices_recent on notices (account_id, happened_at desc, id desc);
create index notices_by_group on notices (account_id, group_id);
create index notices_by_document on notices (account_id, document_id) where document_id is not null;

-- The latest group of each kind: who tells more of the same soon after adds to it.
create table notice_groups (
  account_id uuid not null references accounts on delete cascade,
  group_key text collate "C" not null,
  group_id uuid not null,
  since timestamptz not null,
  latest timestamptz not null,
  count integer not null,
  primary key (account_id, group_key)
);

-- Up to which version of the account a member has seen and has cleared everything.
create table notice_readers (
  account_id uuid not null,
  user_id uuid not null,
  seen_version bigint not null default 0,
  cleared_version bigint not null default 0,
  primary key (account_id, user_id),
  foreign key (account_id, user_id) references memberships on delete cascade
);

-- What a member did with one notice, at which of its versions: one that has grown since is new again.
create table notice_marks (
  account_id uuid not null,
  user_id uuid not null,
  notice_id uuid not null,
  clicked_version bigint not null default 0,
  cleared_version bigint not null default 0,
  primary key (account_id, user_id, notice_id),
  foreign key (account_id, user_id) references memberships on delete cascade,
  foreign key (account_id, notice_id) references notices on delete cascade
);
create index notice_marks_by_notice on notice_marks (account_id, notice_id);

do $$
declare t text;
begin
  foreach t in array array['notices', 'notice_groups', 'notice_readers', 'notice_marks'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy all_accounts on %I to portal_server using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to portal_server', t);
  end loop;
end $$;
create policy own_account on notices to portal using (account_id = current_account());
create policy own_account on notice_marks to portal using (account_id = current_account());
grant select on notices, notice_marks to portal;

-- A document whose papers or promises changed is another for who looks at it, also when its own row is as it was.
create function document_changes_inserted() returns trigger language plpgsql set search_path = pg_catalog, public as $$ begin
  insert into public.account_versions as v (account_id, version)
  select account_id, 1 from added group by account_id order by account_id
  on conflict (account_id) do update set version = v.version + 1;
  return null;
end $$;
create trigger version_changes after insert on document_changes referencing new table as added
  for each statement execute function document_changes_inserted();

-- Every server hears, when a transaction is committed, whose documents it changed: one word an account and transaction.
create function tell_account_changed() returns trigger language plpgsql set search_path = pg_catalog, public as $$ begin
  perform pg_notify('account_changed', new.account_id::text);
  return null;
end $$;
create trigger tell_changed after insert or update on account_versions for each row execute function tell_account_changed();
