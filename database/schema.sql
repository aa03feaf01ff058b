-- The schema of a fresh database, for reading. Written by `npm run schema` from the files beside it, never by hand; a
-- test compares it with what they create. How to change it stands in CONTRIBUTING.md.

-- Where a customer wants goods and invoices to go, as the supplier has it on file, in the supplier's order.
create table account_addresses (
  account_id uuid not null,
  use text collate "C" not null,
  "position" integer not null,
  code text,
  party jsonb not null,
  stated_at timestamptz not null,
  constraint account_addresses_pkey primary key (account_id, use, "position"),
  constraint account_addresses_account_id_fkey foreign key (account_id) references accounts(account_id),
  constraint account_addresses_use_check check ((use in ('shipTo', 'billTo')))
);
alter table account_addresses enable row level security, force row level security;
create policy all_accounts on account_addresses to portal_server using (true) with check (true);
create policy every_row on account_addresses for select to portal_backup using (true);
create policy own_account on account_addresses to portal using ((account_id = current_account()));
create policy seen_by_staff on account_addresses for select to portal_console using ((( select staff_sees_all_accounts() as staff_sees_all_accounts) or (account_id in ( select s.account_id from staff_accounts s union all select k.account_id from key_accounts k))));
grant select on account_addresses to portal;
grant select on account_addresses to portal_backup;
grant select on account_addresses to portal_console;
grant select, insert, delete on account_addresses to portal_server;

-- When a document of an account last changed; -infinity: it has had none. Triggers keep it.
create table account_freshness (
  account_id uuid not null,
  changed_at timestamptz not null default '-infinity'::timestamptz,
  constraint account_freshness_pkey primary key (account_id),
  constraint account_freshness_account_id_fkey foreign key (account_id) references accounts(account_id) on delete cascade
);
create index account_freshness_by_time on account_freshness (changed_at, account_id);
alter table account_freshness enable row level security, force row level security;
create policy all_accounts on account_freshness to portal_server using (true) with check (true);
create policy every_row on account_freshness for select to portal_backup using (true);
create policy seen_by_staff on account_freshness for select to portal_console using ((( select staff_sees_all_accounts() as staff_sees_all_accounts) or (account_id in ( select s.account_id from staff_accounts s union all select k.account_id from key_accounts k))));
grant select on account_freshness to portal_backup;
grant select on account_freshness to portal_console;
grant select, insert, update, delete on account_freshness to portal_server;

-- The names by which other systems know an account (scheme, value): UBL parties are matched by them.
create table account_identifiers (
  scheme text collate "C" not null,
  value text collate "C" not null,
  account_id uuid not null,
  created_at timestamptz not null default now(),
  constraint account_identifiers_pkey primary key (scheme, value),
  constraint account_identifiers_account_id_fkey foreign key (account_id) references accounts(account_id) on delete cascade
);
create index account_identifiers_account on account_identifiers (account_id);
alter table account_identifiers enable row level security, force row level security;
create policy all_accounts on account_identifiers to portal_server using (true) with check (true);
create policy every_row on account_identifiers for select to portal_backup using (true);
create policy seen_by_staff on account_identifiers for select to portal_console using ((( select staff_sees_all_accounts() as staff_sees_all_accounts) or (account_id in ( select s.account_id from staff_accounts s union all select k.account_id from key_accounts k))));
grant select on account_identifiers to portal_backup;
grant select on account_identifiers to portal_console;
grant select, insert, update, delete on account_identifiers to portal_server;

-- Sums of movements by month, so that the balance before a period is a handful of rows.
create table account_months (
  account_id uuid not null,
  currency text collate "C" not null,
  month date not null,
  amount numeric not null,
  constraint account_months_pkey primary key (account_id, currency, month),
  constraint account_months_account_id_fkey foreign key (account_id) references accounts(account_id)
);
alter table account_months enable row level security, force row level security;
create policy all_accounts on account_months to portal_server using (true) with check (true);
create policy every_row on account_months for select to portal_backup using (true);
create policy own_account on account_months to portal using ((account_id = current_account()));
grant select on account_months to portal;
grant select on account_months to portal_backup;
grant select, insert, update, delete on account_months to portal_server;

-- What changed the balance of an account by day: documents issued, payments, settlements. Triggers keep it; the
-- movements of an invoice always add up to what is open on it.
create table account_movements (
  account_id uuid not null,
  currency text collate "C" not null,
  -- 0001-01-01 when the document has no date: it counts before every period.
  day date not null,
  document_id uuid not null,
  -- 0 the document itself, then its payments as they stand on it, 1000000 the rest.
  "position" integer not null,
  kind text collate "C" not null,
  -- Positive: more is owed.
  amount numeric(18,4) not null,
  constraint account_movements_pkey primary key (account_id, currency, day, document_id, "position") include (amount),
  constraint account_movements_account_id_fkey foreign key (account_id) references accounts(account_id)
);
alter table account_movements enable row level security, force row level security;
create policy all_accounts on account_movements to portal_server using (true) with check (true);
create policy every_row on account_movements for select to portal_backup using (true);
create policy own_account on account_movements to portal using ((account_id = current_account()));
grant select on account_movements to portal;
grant select on account_movements to portal_backup;
grant select, insert, update, delete on account_movements to portal_server;

-- What staff write of a customer for each other; no customer reads it.
create table account_notes (
  account_id uuid not null,
  id uuid not null,
  staff_id uuid not null,
  text text not null,
  written_at timestamptz not null,
  constraint account_notes_pkey primary key (account_id, id),
  constraint account_notes_account_id_fkey foreign key (account_id) references accounts(account_id) on delete cascade,
  constraint account_notes_staff_id_fkey foreign key (staff_id) references staff(id)
);
create index account_notes_by_time on account_notes (account_id, written_at, id);
create index account_notes_of_staff on account_notes (staff_id);
alter table account_notes enable row level security, force row level security;
create policy all_accounts on account_notes to portal_server using (true) with check (true);
create policy every_row on account_notes for select to portal_backup using (true);
create policy seen_by_staff on account_notes for select to portal_console using ((( select staff_sees_all_accounts() as staff_sees_all_accounts) or (account_id in ( select s.account_id from staff_accounts s union all select k.account_id from key_accounts k))));
grant select on account_notes to portal_backup;
grant select on account_notes to portal_console;
grant select, insert, delete on account_notes to portal_server;

-- What the console's list of customers sorts and narrows by. Triggers keep it; an account that is part of another
-- has none.
create table account_overviews (
  account_id uuid not null,
  -- The account's name in small letters without accents.
  name text collate "C" not null,
  -- The account's number in small letters.
  number text collate "C" not null,
  members integer not null default 0,
  -- Invitations that are neither accepted nor taken back, expired ones too.
  invited integer not null default 0,
  -- -infinity: nobody has yet.
  signed_in_at timestamptz not null default '-infinity'::timestamptz,
  constraint account_overviews_pkey primary key (account_id),
  constraint account_overviews_account_id_fkey foreign key (account_id) references accounts(account_id) on delete cascade
);
create index account_overviews_by_name on account_overviews (name, account_id);
create index account_overviews_by_sign_in on account_overviews (signed_in_at, account_id);
create index account_overviews_uninvited on account_overviews (name, account_id) where ((members = 0) and (invited = 0));
create index account_overviews_unused on account_overviews (name, account_id) where ((signed_in_at = '-infinity'::timestamptz) and ((members > 0) or (invited > 0)));
alter table account_overviews enable row level security, force row level security;
create policy all_accounts on account_overviews to portal_server using (true) with check (true);
create policy every_row on account_overviews for select to portal_backup using (true);
create policy seen_by_staff on account_overviews for select to portal_console using ((( select staff_sees_all_accounts() as staff_sees_all_accounts) or (account_id in ( select s.account_id from staff_accounts s union all select k.account_id from key_accounts k))));
grant select on account_overviews to portal_backup;
grant select on account_overviews to portal_console;
grant select, insert, update, delete on account_overviews to portal_server;

-- Counts changes of an account's documents and notices: what was read at one version is true until the next.
create table account_versions (
  account_id uuid not null,
  version bigint not null,
  -- Counts changes of quotes alone, as the next columns do for the other types.
  quotes bigint not null default 0,
  orders bigint not null default 0,
  shipments bigint not null default 0,
  invoices bigint not null default 0,
  -- Counts losses of documents: a browser that keeps what it read forgets it then.
  removed bigint not null default 0,
  constraint account_versions_pkey primary key (account_id),
  constraint account_versions_account_id_fkey foreign key (account_id) references accounts(account_id)
);
alter table account_versions enable row level security, force row level security;
create policy all_accounts on account_versions to portal_server using (true) with check (true);
create policy every_row on account_versions for select to portal_backup using (true);
create policy own_account on account_versions to portal using ((account_id = current_account()));
create trigger notify_account_changed after insert or update on account_versions for each row execute function notify_account_changed();
create trigger shown_change after update on account_versions for each row when ((((((new.quotes + new.orders) + new.shipments) + new.invoices) + new.removed) > ((((old.quotes + old.orders) + old.shipments) + old.invoices) + old.removed))) execute function overview_documents();
create trigger shown_first_change after insert on account_versions for each row when ((((((new.quotes + new.orders) + new.shipments) + new.invoices) + new.removed) > 0)) execute function overview_documents();
grant select on account_versions to portal;
grant select on account_versions to portal_backup;
grant select, insert, update, delete on account_versions to portal_server;

-- One customer company, by its number in the supplier's ERP.
create table accounts (
  account_id uuid not null,
  -- Begins the account's search terms: shorter than the id.
  search_key integer not null generated always as identity,
  -- The customer's number in the supplier's ERP.
  number text collate "C" not null,
  name text not null,
  created_at timestamptz not null default now(),
  -- Whether everybody who signs in to this account needs a second factor.
  requires_second_factor boolean not null default false,
  -- Chosen by the operator. A person's own choice comes first; failing both, what their browser asked for last.
  language text collate "C",
  -- Where a day begins for this customer, as an IANA name; null: as on the server.
  time_zone text collate "C",
  -- Time of the message that gave the account its name: an older one does not overwrite it.
  name_stated_at timestamptz,
  -- The account that took this one over: what is sent for this one goes there.
  merged_into uuid,
  -- Where the customer is reached in networks such as Peppol: a scheme of the code list EAS, a colon, and the value.
  electronic_address text collate "C",
  -- Name and number in small letters without accents: what the console finds customers by.
  search_text text collate "C" not null generated always as (((lower(regexp_replace(normalize(name, nfd), '[\u0300-\u036f\u064b-\u0652]', '', 'g')) || ' ') || lower(number))) stored,
  constraint accounts_pkey primary key (account_id),
  constraint accounts_number_key unique (number),
  constraint accounts_search_key_key unique (search_key),
  constraint accounts_merged_into_fkey foreign key (merged_into) references accounts(account_id),
  constraint accounts_electronic_address_check check ((electronic_address ~ '^([0-9]{4}|[A-Z]{2}):.+$')),
  constraint accounts_language_check check ((language in ('en', 'de', 'fr', 'es', 'nl', 'ar')))
);
create index accounts_by_parts_of_name on accounts using gin (search_text gin_trgm_ops);
create index accounts_merged on accounts (merged_into) where (merged_into is not null);
create unique index accounts_number_folded on accounts (lower(number));
alter table accounts enable row level security, force row level security;
create policy all_accounts on accounts to portal_server using (true) with check (true);
create policy every_row on accounts for select to portal_backup using (true);
create policy key_only on accounts to portal_search using (true);
create policy own_account on accounts to portal using ((account_id = current_account()));
create policy seen_by_staff on accounts for select to portal_console using ((( select staff_sees_all_accounts() as staff_sees_all_accounts) or (account_id in ( select s.account_id from staff_accounts s union all select k.account_id from key_accounts k))));
create trigger language_chosen after update of language on accounts for each row when (old.language is distinct from new.language) execute function stem_again();
create trigger overview_inserted after insert on accounts for each row execute function overview_account();
create trigger overview_updated after update on accounts for each row when (((old.name is distinct from new.name) or (old.number is distinct from new.number) or (old.merged_into is distinct from new.merged_into))) execute function overview_account();
create trigger plan_reminders after insert on accounts referencing new table as added for each statement execute function plan_reminders();
grant select on accounts to portal;
grant select on accounts to portal_backup;
grant select (account_id, number, name, created_at, requires_second_factor, language, time_zone, merged_into, electronic_address) on accounts to portal_console;
grant select (account_id, search_key, language, search_text) on accounts to portal_search;
grant select, insert, update on accounts to portal_server;

-- Accounts whose invoices are from before credit notes were set against them: the server goes through them once
-- (server/ingest/maintenance/resettle-invoices.ts).
create table accounts_to_settle (
  account_id uuid not null,
  -- The last invoice that was done.
  after uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  constraint accounts_to_settle_pkey primary key (account_id),
  constraint accounts_to_settle_account_id_fkey foreign key (account_id) references accounts(account_id)
);
alter table accounts_to_settle enable row level security, force row level security;
create policy all_accounts on accounts_to_settle to portal_server using (true) with check (true);
create policy every_row on accounts_to_settle for select to portal_backup using (true);
grant select on accounts_to_settle to portal_backup;
grant select, update, delete on accounts_to_settle to portal_server;

-- Who has put an announcement away.
create table announcement_dismissals (
  user_id uuid not null,
  announcement_id uuid not null,
  dismissed_at timestamptz not null,
  constraint announcement_dismissals_pkey primary key (user_id, announcement_id),
  constraint announcement_dismissals_announcement_id_fkey foreign key (announcement_id) references announcements(id) on delete cascade,
  constraint announcement_dismissals_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index announcement_dismissals_of_one on announcement_dismissals (announcement_id);
alter table announcement_dismissals enable row level security, force row level security;
create policy every_row on announcement_dismissals for select to portal_backup using (true);
create policy kept_by_server on announcement_dismissals to portal_server using (true) with check (true);
grant select on announcement_dismissals to portal_backup;
grant select, insert, delete on announcement_dismissals to portal_server;

-- What staff announce to customers. It runs from starts_at until ends_at.
create table announcements (
  id uuid not null,
  -- The text by language; who reads another gets English, else the first.
  texts jsonb not null,
  link text,
  place text collate "C" not null,
  -- For members of these accounts alone; empty: of all.
  account_ids uuid[] not null default '{}'::uuid[],
  -- For members in these roles alone; empty: in all.
  roles text[] not null default '{}',
  dismissible boolean not null,
  starts_at timestamptz not null,
  ends_at timestamptz,
  saved_at timestamptz not null,
  staff_id uuid not null,
  constraint announcements_pkey primary key (id),
  constraint announcements_staff_id_fkey foreign key (staff_id) references staff(id),
  constraint announcements_place_check check ((place in ('portal', 'signIn')))
);
create index announcements_by_end on announcements (ends_at, id);
create index announcements_of_staff on announcements (staff_id);
alter table announcements enable row level security, force row level security;
create policy every_row on announcements for select to portal_backup using (true);
create policy kept_by_server on announcements to portal_server using (true) with check (true);
grant select on announcements to portal_backup;
grant select, insert, update, delete on announcements to portal_server;

-- Keys by which systems of the supplier send and read.
create table api_keys (
  id uuid not null,
  name text not null,
  scope text not null,
  hash bytea not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  -- Of documents sent with this key: see documents.
  source text collate "C" not null default '',
  -- Of documents sent with this key: see documents.
  numbered_by text collate "C" not null default 'supplier',
  -- Of the secret that a new one has replaced: it works until former_until.
  former_hash bytea,
  former_until timestamptz,
  -- Who made it, by name; null for keys made by a command before this was kept.
  created_by text,
  -- How its documents are read where they are not quite as the ingest format has them; empty: strictly, unless a
  -- call asks.
  leniency jsonb,
  -- Whether the key is for the accounts in key_accounts alone.
  limited boolean not null default false,
  constraint api_keys_pkey primary key (id),
  constraint api_keys_former_hash_key unique (former_hash),
  constraint api_keys_hash_key unique (hash),
  constraint api_keys_numbered_by_check check ((numbered_by in ('supplier', 'customer')))
);
alter table api_keys enable row level security, force row level security;
create policy all_accounts on api_keys to portal_server using (true) with check (true);
create policy every_row on api_keys for select to portal_backup using (true);
create policy seen_without_account on api_keys for select to portal_console using (( select staff_sees_all_accounts() as staff_sees_all_accounts));
grant select on api_keys to portal_backup;
grant select (id, name, revoked_at) on api_keys to portal_console;
grant select, insert, update, delete on api_keys to portal_server;

-- The colleagues who were asked to approve of a quote, and what each of them said. The supplier never reads the
-- reasons.
create table approvals (
  account_id uuid not null,
  request_id uuid not null,
  -- No reference: what somebody approved outlives their sign-in.
  user_id uuid not null,
  name text not null,
  decision text collate "C",
  reason text,
  decided_at timestamptz,
  constraint approvals_pkey primary key (account_id, request_id, user_id),
  constraint approvals_account_id_request_id_fkey foreign key (account_id, request_id) references requests(account_id, id) on update cascade on delete cascade,
  constraint approvals_check check (((decision is null) = (decided_at is null))),
  constraint approvals_decision_check check ((decision in ('approved', 'declined')))
);
create index approvals_of_person on approvals (user_id);
alter table approvals enable row level security, force row level security;
create policy all_accounts on approvals to portal_server using (true) with check (true);
create policy every_row on approvals for select to portal_backup using (true);
create policy own_account on approvals to portal using ((account_id = current_account()));
create policy seen_by_staff on approvals for select to portal_console using ((( select staff_sees_all_accounts() as staff_sees_all_accounts) or (account_id in ( select s.account_id from staff_accounts s union all select k.account_id from key_accounts k))));
grant select on approvals to portal;
grant select on approvals to portal_backup;
grant select on approvals to portal_console;
grant select, insert on approvals to portal_server;
grant update (decision, reason, decided_at) on approvals to portal_server;

-- Files that came with a document.
create table attachments (
  account_id uuid not null,
  document_id uuid not null,
  id uuid not null,
  name text not null,
  mime_type text not null,
  size integer not null,
  sha256 bytea not null,
  content bytea storage external,
  created_at timestamptz not null,
  -- A signature or picture that proves a delivery; null: any other file.
  purpose text collate "C",
  -- Where the content lies in the object storage, with its SHA-256 at the end; null: here.
  object_key text collate "C",
  constraint attachments_pkey primary key (account_id, document_id, id),
  constraint attachments_account_id_document_id_name_key unique (account_id, document_id, name),
  constraint attachments_account_id_document_id_fkey foreign key (account_id, document_id) references documents(account_id, id) on delete cascade,
  constraint attachments_content_check check (((content is not null) or (object_key is not null))) not valid,
  constraint attachments_purpose_check check (purpose = 'proof_of_delivery')
);
create index attachments_by_object on attachments (object_key) where (object_key is not null);
create index attachments_to_move on attachments (account_id, document_id, id) where ((object_key is null) and (octet_length(content) >= 16384));
alter table attachments enable row level security, force row level security;
create policy all_accounts on attachments to portal_server using (true) with check (true);
create policy every_row on attachments for select to portal_backup using (true);
create policy own_account on attachments to portal using ((account_id = current_account()));
create trigger note_removed_object after delete on attachments for each row when (old.object_key is not null) execute function note_unused_object();
create trigger note_replaced_object after update on attachments for each row when (((old.object_key is not null) and (new.object_key is distinct from old.object_key))) execute function note_unused_object();
grant select on attachments to portal;
grant select on attachments to portal_backup;
grant select, insert, update, delete on attachments to portal_server;

-- Who did what, from where and when. Rows are only ever added, and deleted after a year at the earliest
-- (KEEP_AUDIT_DAYS): grants and a trigger see to it.
create table audit_log (
  id uuid not null,
  at timestamptz not null,
  action text collate "C" not null,
  -- No references: an entry outlives what it names.
  user_id uuid,
  account_id uuid,
  key_id uuid,
  address_prefix text,
  user_agent text,
  request_id text,
  -- What else there is to say; never a password, a token or a code.
  details jsonb not null default '{}',
  constraint audit_log_pkey primary key (id)
);
create index audit_log_by_time on audit_log (at, id);
create index audit_log_of_account on audit_log (account_id, at) where (account_id is not null);
create index audit_log_of_action on audit_log (action, at, id);
create index audit_log_of_document on audit_log ((details ->> 'number'), at, id) where (action in ('document_withdrawn', 'document_moved', 'document_readmitted'));
create index audit_log_of_user on audit_log (user_id, at);
create index audit_log_on_person on audit_log ((details ->> 'person'), at) where (details ? 'person');
alter table audit_log enable row level security, force row level security;
create policy added_by_server on audit_log for insert to portal_server with check (true);
create policy all_or_nothing on audit_log for select to portal_console using (( select staff_sees_all_accounts() as staff_sees_all_accounts));
create policy deleted_by_server on audit_log for delete to portal_server using (true);
create policy every_row on audit_log for select to portal_backup using (true);
create policy read_by_server on audit_log for select to portal_server using (true);
create trigger refuse_change_of_audit_log before delete or update on audit_log for each row execute function refuse_change_of_audit_log();
create trigger refuse_emptying_of_audit_log before truncate on audit_log for each statement execute function refuse_change_of_audit_log();
grant select on audit_log to portal_backup;
grant select on audit_log to portal_console;
grant select, insert, delete on audit_log to portal_server;

-- A person's picture, as the portal has drawn it itself.
create table avatars (
  user_id uuid not null,
  png bytea storage external not null,
  changed_at timestamptz not null,
  constraint avatars_pkey primary key (user_id),
  constraint avatars_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
grant select on avatars to portal_backup;
grant select, insert, update, delete on avatars to portal_server;

-- Texts and data that staff have saved. The newest of a kind, name and language is in force; none is ever changed.
create table content_versions (
  id uuid not null,
  kind text collate "C" not null,
  name text collate "C" not null,
  -- Empty for what is the same in all languages.
  language text collate "C" not null,
  -- Null: what the files say is in force again.
  content text,
  saved_at timestamptz not null,
  staff_id uuid not null,
  constraint content_versions_pkey primary key (id),
  constraint content_versions_staff_id_fkey foreign key (staff_id) references staff(id),
  constraint content_versions_kind_check check ((kind in ('brand', 'faq', 'figures', 'links', 'promise', 'seller', 'template', 'terms')))
);
create index content_versions_in_force on content_versions (kind, name, language, id);
create index content_versions_of_staff on content_versions (staff_id);
alter table content_versions enable row level security, force row level security;
create policy every_row on content_versions for select to portal_backup using (true);
create policy kept_by_server on content_versions to portal_server using (true) with check (true);
grant select on content_versions to portal_backup;
grant select, insert on content_versions to portal_server;

-- What was written about a request after it was made, by the supplier and by members; an answer without words is
-- its outcome alone.
create table conversation_messages (
  account_id uuid not null,
  request_id uuid not null,
  id uuid not null,
  document_type text collate "C" not null,
  -- That of the request, so that a document's conversation is read by one index.
  document_number text collate "C" not null,
  written_at timestamptz not null,
  side text collate "C" not null,
  -- The member who wrote it; null for the supplier. No reference: a message outlives the person's sign-in.
  author_id uuid,
  author_name text,
  text text,
  -- What the supplier decided with it; null of a member's message.
  outcome text collate "C",
  -- Chosen by who writes: sent twice, it is one message.
  key uuid not null,
  corrected_at timestamptz,
  -- The colleagues whom it named and who were notified, so that a correction notifies nobody twice; of a question in
  -- requests.
  mentioned uuid[] not null default '{}'::uuid[],
  constraint conversation_messages_pkey primary key (account_id, request_id, id),
  constraint conversation_messages_account_id_key_key unique (account_id, key),
  constraint conversation_messages_account_id_request_id_document_type__fkey foreign key (account_id, request_id, document_type, document_number) references requests(account_id, id, document_type, document_number) on update cascade on delete cascade,
  constraint conversation_messages_check check (((text is not null) or (outcome is not null))),
  constraint conversation_messages_check1 check (((side = 'customer') = (author_id is not null))),
  constraint conversation_messages_outcome_check check ((outcome in ('open', 'taken', 'asked', 'accepted', 'declined', 'answered', 'closed'))),
  constraint conversation_messages_side_check check ((side in ('customer', 'supplier')))
);
create index conversation_messages_of_author on conversation_messages (account_id, author_id, written_at) where (author_id is not null);
create index conversation_messages_of_document on conversation_messages (account_id, document_type, document_number, written_at desc, id desc);
create index conversation_messages_of_supplier on conversation_messages (account_id, written_at) where (side = 'supplier');
alter table conversation_messages enable row level security, force row level security;
create policy all_accounts on conversation_messages to portal_server using (true) with check (true);
create policy every_row on conversation_messages for select to portal_backup using (true);
create policy own_account on conversation_messages to portal using ((account_id = current_account()));
create policy seen_by_staff on conversation_messages for select to portal_console using ((( select staff_sees_all_accounts() as staff_sees_all_accounts) or (account_id in ( select s.account_id from staff_accounts s union all select k.account_id from key_accounts k))));
create trigger note_corrected after update of text on conversation_messages for each row when (old.text is distinct from new.text) execute function note_request_change('corrected');
create trigger note_message after insert on conversation_messages for each row execute function note_request_change('message');
grant select on conversation_messages to portal;
grant select on conversation_messages to portal_backup;
grant select on conversation_messages to portal_console;
grant select, insert on conversation_messages to portal_server;
grant update (text, corrected_at, mentioned) on conversation_messages to portal_server;

-- Until when a member has read what was written about a request.
create table conversation_reads (
  account_id uuid not null,
  request_id uuid not null,
  user_id uuid not null,
  read_until timestamptz not null,
  constraint conversation_reads_pkey primary key (account_id, request_id, user_id),
  constraint conversation_reads_account_id_request_id_fkey foreign key (account_id, request_id) references requests(account_id, id) on update cascade on delete cascade,
  constraint conversation_reads_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index conversation_reads_of_user on conversation_reads (user_id);
alter table conversation_reads enable row level security, force row level security;
create policy all_accounts on conversation_reads to portal_server using (true) with check (true);
create policy every_row on conversation_reads for select to portal_backup using (true);
create policy own_account on conversation_reads to portal using ((account_id = current_account()));
grant select on conversation_reads to portal;
grant select on conversation_reads to portal_backup;
grant select, insert, update, delete on conversation_reads to portal_server;

-- The most that an account may owe in a currency, as the supplier says.
create table credit_limits (
  account_id uuid not null,
  currency text collate "C" not null,
  amount numeric(18,4) not null,
  stated_at timestamptz not null,
  constraint credit_limits_pkey primary key (account_id, currency),
  constraint credit_limits_account_id_fkey foreign key (account_id) references accounts(account_id),
  constraint credit_limits_check check (((currency ~ '^[A-Z]{3}$') and (amount >= (0)::numeric)))
);
alter table credit_limits enable row level security, force row level security;
create policy all_accounts on credit_limits to portal_server using (true) with check (true);
create policy every_row on credit_limits for select to portal_backup using (true);
create policy own_account on credit_limits to portal using ((account_id = current_account()));
create policy seen_by_staff on credit_limits for select to portal_console using ((( select staff_sees_all_accounts() as staff_sees_all_accounts) or (account_id in ( select s.account_id from staff_accounts s union all select k.account_id from key_accounts k))));
grant select on credit_limits to portal;
grant select on credit_limits to portal_backup;
grant select on credit_limits to portal_console;
grant select, insert, update, delete on credit_limits to portal_server;

-- How often something was done on a day, by all people together; nobody is named. Kept for 400 days.
create table daily_counts (
  day date not null,
  what text collate "C" not null,
  count bigint not null,
  constraint daily_counts_pkey primary key (day, what)
);
alter table daily_counts enable row level security, force row level security;
create policy every_row on daily_counts for select to portal_backup using (true);
create policy kept_by_server on daily_counts to portal_server using (true) with check (true);
grant select on daily_counts to portal_backup;
grant select, insert, update, delete on daily_counts to portal_server;

-- The view with which a person's list of a type opens.
create table default_views (
  account_id uuid not null,
  user_id uuid not null,
  type text collate "C" not null,
  view_id uuid not null,
  constraint default_views_pkey primary key (account_id, user_id, type),
  constraint default_views_account_id_view_id_fkey foreign key (account_id, view_id) references saved_views(account_id, id) on delete cascade,
  constraint default_views_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index default_views_of_view on default_views (account_id, view_id);
alter table default_views enable row level security, force row level security;
create policy every_row on default_views for select to portal_backup using (true);
create policy own_account on default_views to portal_server using ((account_id = current_account())) with check ((account_id = current_account()));
grant select on default_views to portal_backup;
grant select, insert, update, delete on default_views to portal_server;

-- Change events: one row for each message that changed a document, directly or through another (an order becomes
-- shipped because a shipment left).
create table document_changes (
  account_id uuid not null,
  document_id uuid not null,
  -- When it changed: as the source says, failing that when the portal heard of it.
  changed_at timestamptz not null,
  id uuid not null,
  recorded_at timestamptz not null,
  type text collate "C" not null,
  -- [{field, old, new, lines?}], see contract/documents/changes.ts
  changes jsonb not null,
  -- Changes of amounts, apart from the others so that they are not even read for a person without the permission
  -- `prices`.
  amounts jsonb not null,
  only_amounts boolean not null,
  -- A promised or estimated date that was known became another.
  moves_promise boolean not null,
  constraint document_changes_pkey primary key (account_id, document_id, changed_at, id),
  constraint document_changes_account_id_document_id_fkey foreign key (account_id, document_id) references documents(account_id, id) on delete cascade
);
create index document_changes_by_age on document_changes using brin (recorded_at);
create index document_changes_moved on document_changes (account_id, changed_at desc, id desc) where moves_promise;
create index document_changes_recent on document_changes (account_id, changed_at desc, id desc);
alter table document_changes enable row level security, force row level security;
create policy all_accounts on document_changes to portal_server using (true) with check (true);
create policy every_row on document_changes for select to portal_backup using (true);
create policy own_account on document_changes to portal using ((account_id = current_account()));
create trigger end_approvals after insert on document_changes for each row when (new.type = 'quotes') execute function end_approvals();
create trigger version_changes after insert on document_changes referencing new table as added for each statement execute function document_changes_inserted();
grant select on document_changes to portal;
grant select on document_changes to portal_backup;
grant select, insert, update, delete on document_changes to portal_server;

-- How many documents an account has of each type and stored status. Triggers keep it, so that a list's total is a
-- handful of rows.
create table document_counts (
  account_id uuid not null,
  type text collate "C" not null,
  status text collate "C" not null,
  count bigint not null,
  constraint document_counts_pkey primary key (account_id, type, status),
  constraint document_counts_account_id_fkey foreign key (account_id) references accounts(account_id)
);
alter table document_counts enable row level security, force row level security;
create policy all_accounts on document_counts to portal_server using (true) with check (true);
create policy every_row on document_counts for select to portal_backup using (true);
create policy own_account on document_counts to portal using ((account_id = current_account()));
grant select on document_counts to portal;
grant select on document_counts to portal_backup;
grant select, insert, update, delete on document_counts to portal_server;

-- How many documents of each status have a date on a day, by field: their date (list_date), their key date
-- (key_date), the last day on which a status that changes with the calendar is shown (last_shown_day), the first
-- day on which they are late (late_day). A list narrowed by dates or to what is late adds up a range of days.
-- Triggers keep it.
create table document_days (
  account_id uuid not null,
  type text collate "C" not null,
  field text collate "C" not null,
  -- 'infinity' where nothing decides that a status changes, '-infinity' where a document is late on every day.
  day date not null,
  status text collate "C" not null,
  -- The last day on which they count under this status, see last_shown_day; 'infinity' where no date changes it.
  last_day date not null,
  count bigint not null,
  constraint document_days_pkey primary key (account_id, type, field, day, status, last_day),
  constraint document_days_account_id_fkey foreign key (account_id) references accounts(account_id),
  constraint document_days_field_check check ((field in ('list_date', 'key_date', 'last_shown_day', 'late_day')))
) with (fillfactor=90);
alter table document_days enable row level security, force row level security;
create policy all_accounts on document_days to portal_server using (true) with check (true);
create policy every_row on document_days for select to portal_backup using (true);
create policy own_account on document_days to portal using ((account_id = current_account()));
grant select on document_days to portal;
grant select on document_days to portal_backup;
grant select, insert, update, delete on document_days to portal_server;

-- The positions of documents.
create table document_lines (
  account_id uuid not null,
  document_id uuid not null,
  "position" integer not null,
  line text collate "C" not null,
  kind text collate "C" not null,
  sku text collate "C",
  quantity numeric(18,6),
  unit text,
  amount numeric(18,4),
  -- name, description, prices, dates, serials, lots, note: shown, not joined.
  details jsonb not null default '{}',
  -- Of the document, so that the lines of one item are read a page at a time, newest first, by the types that a role
  -- sees.
  type text collate "C" not null default '',
  -- Of the document, for the same reason.
  list_date date not null default '0001-01-01'::date,
  constraint document_lines_pkey primary key (account_id, document_id, "position"),
  constraint document_lines_account_id_document_id_fkey foreign key (account_id, document_id) references documents(account_id, id) on delete cascade
);
create index document_lines_by_sku on document_lines (account_id, sku, type, list_date, document_id, "position") where (sku is not null);
create index document_lines_dangerous on document_lines (account_id, type, list_date desc, document_id desc) where (details ? 'unNumber');
alter table document_lines enable row level security, force row level security;
create policy all_accounts on document_lines to portal_server using (true) with check (true);
create policy every_row on document_lines for select to portal_backup using (true);
create policy own_account on document_lines to portal using ((account_id = current_account()));
grant select on document_lines to portal;
grant select on document_lines to portal_backup;
grant select, insert, update, delete on document_lines to portal_server;

-- One row a reference. Its target is named, not pointed to: it may arrive later, or never.
create table document_links (
  account_id uuid not null,
  document_id uuid not null,
  -- 0 the document itself, otherwise the position of its line.
  "position" integer not null,
  to_type text collate "C" not null,
  to_number text collate "C" not null,
  -- Empty on a line's link: the target's line is not named and is found by its SKU.
  to_line text collate "C" not null default '',
  quantity numeric(18,6),
  constraint document_links_pkey primary key (account_id, document_id, "position", to_type, to_number, to_line),
  constraint document_links_account_id_document_id_fkey foreign key (account_id, document_id) references documents(account_id, id) on delete cascade
);
create index document_links_by_target on document_links (account_id, to_type, to_number, "position", document_id);
alter table document_links enable row level security, force row level security;
create policy all_accounts on document_links to portal_server using (true) with check (true);
create policy every_row on document_links for select to portal_backup using (true);
create policy own_account on document_links to portal using ((account_id = current_account()));
grant select on document_links to portal;
grant select on document_links to portal_backup;
grant select, insert, update, delete on document_links to portal_server;

-- Which account has a number of the supplier's own. A table of its own because no customer's role may read a key
-- that reaches over all accounts. Triggers keep it.
create table document_numbers (
  number text collate "C" not null,
  type text collate "C" not null,
  source text collate "C" not null,
  -- An invoice and a credit note may share a number.
  is_credit boolean not null,
  account_id uuid not null,
  document_id uuid not null,
  constraint document_numbers_pkey primary key (number, type, source, is_credit)
);
alter table document_numbers enable row level security, force row level security;
create policy all_accounts on document_numbers to portal_server using (true) with check (true);
create policy every_row on document_numbers for select to portal_backup using (true);
grant select on document_numbers to portal_backup;
grant select, insert, update, delete on document_numbers to portal_server;

-- What several messages together say of one document (an order and its responses). The document is made from all
-- of them in a fixed order, so the order of arrival does not matter.
create table document_parts (
  account_id uuid not null,
  type text collate "C" not null,
  number text collate "C" not null,
  part text collate "C" not null,
  payload jsonb not null,
  modified_at timestamptz,
  constraint document_parts_pkey primary key (account_id, type, number, part),
  constraint document_parts_account_id_fkey foreign key (account_id) references accounts(account_id) on delete cascade
);
grant select on document_parts to portal_backup;
grant select, insert, update, delete on document_parts to portal_server;

-- One row for each document. Each term begins with the account's search_key, so that one index serves all
-- accounts.
create table document_search (
  account_id uuid not null,
  document_id uuid not null,
  type text collate "C" not null,
  list_date date not null,
  terms tsvector not null,
  -- The references of a document without punctuation, separated by spaces, to be found by a part of one.
  codes text collate "C" not null default '',
  constraint document_search_pkey primary key (account_id, document_id),
  constraint document_search_account_id_document_id_fkey foreign key (account_id, document_id) references documents(account_id, id) on delete cascade
);
create index document_search_codes on document_search using gin (account_id, codes gin_trgm_ops);
create index document_search_numbers on document_search (account_id, length(split_part(codes, ' ', 1)), split_part(codes, ' ', 1));
create index document_search_of_type on document_search (account_id, type, list_date desc, document_id desc);
create index document_search_recent on document_search (account_id, list_date desc, document_id desc);
create index document_search_references on document_search (account_id, length(split_part(codes, ' ', 2)), split_part(codes, ' ', 2));
create index document_search_terms on document_search using gin (terms);
alter table document_search enable row level security, force row level security;
create policy all_accounts on document_search to portal_server using (true) with check (true);
create policy every_row on document_search for select to portal_backup using (true);
create policy ids_only on document_search to portal_search using (true);
create policy own_account on document_search to portal using ((account_id = current_account()));
grant select on document_search to portal;
grant select on document_search to portal_backup;
grant select on document_search to portal_search;
grant select, insert, update, delete on document_search to portal_server;

-- Sums for the first page: what is open by the day that decides about it, spend and kept promises by month.
-- Triggers keep it.
create table document_sums (
  account_id uuid not null,
  -- 'quotes', 'orders', 'invoices': those still open. 'spend': invoices less credit notes. 'promises': orders
  -- promised.
  topic text collate "C" not null,
  -- Of what is open its stored status; of promises 'kept' or 'missed'; of spend nothing.
  status text collate "C" not null,
  currency text collate "C" not null,
  -- Open quotes: the last day of validity. Invoices: due. Orders: the day after which they are late, -infinity when
  -- they already are. Spend and promises: the first of the month.
  day date not null,
  -- An order that is expected later than it was promised.
  moved boolean not null,
  count bigint not null,
  -- Quotes, orders: gross. Invoices: what is left to pay. Spend: gross. A credit note takes away.
  amount numeric not null,
  constraint document_sums_pkey primary key (account_id, topic, status, currency, day, moved),
  constraint document_sums_account_id_fkey foreign key (account_id) references accounts(account_id)
);
alter table document_sums enable row level security, force row level security;
create policy all_accounts on document_sums to portal_server using (true) with check (true);
create policy every_row on document_sums for select to portal_backup using (true);
create policy own_account on document_sums to portal using ((account_id = current_account()));
create policy seen_by_staff on document_sums for select to portal_console using ((( select staff_sees_all_accounts() as staff_sees_all_accounts) or (account_id in ( select s.account_id from staff_accounts s union all select k.account_id from key_accounts k))));
grant select on document_sums to portal;
grant select on document_sums to portal_backup;
grant select on document_sums to portal_console;
grant select, insert, update, delete on document_sums to portal_server;

-- A quote, order, shipment or invoice: typed columns for what is listed, filtered, sorted, searched or authorised,
-- `details` for what is only shown.
create table documents (
  account_id uuid not null,
  id uuid not null,
  type text collate "C" not null,
  number text collate "C" not null,
  -- As the content says, without the clock; shown_status adds today's date.
  status text collate "C" not null,
  status_changed_at timestamptz not null default now(),
  issue_date date,
  customer_reference text,
  currency text collate "C",
  net numeric(18,4),
  discount numeric(18,4),
  charges numeric(18,4),
  tax numeric(18,4),
  gross numeric(18,4),
  paid numeric(18,4),
  open numeric(18,4),
  valid_until date,
  due_date date,
  requested_date date,
  promised_date date,
  estimated_date date,
  despatch_date date,
  delivered_date date,
  -- Of an order: how much of it was shipped and delivered. Derived.
  fulfilment text collate "C",
  -- Of an order: how much of it was invoiced. Derived.
  billing text collate "C",
  -- Of an order or invoice: how much of it was paid. Derived.
  payment text collate "C",
  -- UN/CEFACT code: 380 invoice, 381 credit note, 386 prepayment.
  invoice_kind text collate "C",
  carrier text,
  tracking_numbers text[] not null default '{}',
  package_count integer not null default 0,
  line_count integer not null default 0,
  -- Time of the last tracking event, or failing that of the despatch.
  last_event_at timestamptz,
  -- Parties, terms, taxes, payments, packages and what else is only shown; checked against the definition at ingest.
  details jsonb not null default '{}',
  -- The status that the source named, kept for when a derived one falls away.
  source_status text collate "C",
  source_system text not null,
  source_modified_at timestamptz,
  content_hash bytea not null,
  ingested_at timestamptz not null,
  -- The date by which lists are ordered.
  list_date date generated always as (coalesce(issue_date, '0001-01-01'::date)) stored,
  -- The date that decides what is next: valid until, expected, due.
  key_date date generated always as (coalesce( case type when 'quotes' then valid_until when 'orders' then coalesce(estimated_date, promised_date, requested_date) when 'shipments' then coalesce(delivered_date, estimated_date, promised_date) else due_date end, '9999-12-31'::date)) stored,
  -- When the last delivery completed an order; null while it is not complete, or when that day is not known.
  fulfilled_date date,
  -- Of an invoice: the amount that credit notes settle. Of a credit note: the amount that is set against invoices.
  -- What is left of a credit note is credit to the customer.
  credited numeric(18,4) not null default 0,
  -- Gross in ten-thousandths, by which lists are sorted: an index answers comparisons of bigint under row-level
  -- security, of numeric it does not. Unknown amounts come first.
  gross_order bigint not null generated always as (coalesce((( case when (invoice_kind = '381') then (- abs(gross)) else gross end * (10000)::numeric))::bigint, '-9223372036854775807'::bigint)) stored,
  -- As gross_order, of the open amount.
  open_order bigint not null generated always as (coalesce((( case when (invoice_kind = '381') then (- abs(open)) else open end * (10000)::numeric))::bigint, '-9223372036854775807'::bigint)) stored,
  -- Tells apart companies or systems of the supplier whose numbers repeat.
  source text collate "C" not null default '',
  -- A supplier's number belongs to one account: sent for another, the document moves. Numbers of customers repeat.
  numbered_by text collate "C" not null default 'supplier',
  -- The kind of the customer's request that waits for the supplier's answer and answers what the document waits for;
  -- null when the supplier has agreed.
  act text collate "C",
  -- When that request was made.
  acted_at timestamptz,
  -- What the document waited for then: while it waits for the same, it waits for the supplier.
  acted_on text collate "C",
  -- The name, or else the SKU, of its first line that is an item, shortened; null also where the document was stored
  -- before the column was there.
  first_item text,
  -- Of an invoice or credit note: what it is set against, as number and amount, with `payment` where the invoice
  -- lists it as a payment, by its place in that list. Derived.
  set_off jsonb,
  constraint documents_pkey primary key (account_id, id),
  constraint documents_account_id_type_number_key unique (account_id, type, number),
  constraint documents_account_id_fkey foreign key (account_id) references accounts(account_id),
  constraint documents_check check (((currency is not null) or (coalesce(net, discount, charges, tax, gross, paid, open) is null))),
  constraint documents_numbered_by_check check ((numbered_by in ('supplier', 'customer'))),
  constraint documents_type_check check ((type in ('quotes', 'orders', 'shipments', 'invoices')))
);
create index documents_acted on documents (account_id, type, key_date, id) where ((acted_on is not null) and (((type = 'quotes') and (status = 'open')) or ((type = 'orders') and (status in ('received', 'confirmed', 'in_progress', 'on_hold')) and ((status = 'on_hold') or (estimated_date > promised_date))) or ((type = 'shipments') and (status in ('delivery_failed', 'on_hold', 'ready_for_pickup'))) or ((type = 'invoices') and (status in ('open', 'partially_paid')))));
create index documents_by_change on documents (account_id, type, status_changed_at, id);
create index documents_by_date on documents (account_id, type, list_date desc, id desc) include (status, currency, gross_order, valid_until, due_date, last_event_at, invoice_kind);
create index documents_by_gross on documents (account_id, type, gross_order, id) include (status, currency, valid_until, due_date) where (type in ('quotes', 'orders', 'invoices'));
create index documents_by_key_date on documents (account_id, type, key_date, id);
create index documents_by_open on documents (account_id, type, open_order, id) where (type = 'invoices');
create index documents_by_payment_reference on documents using gin (jsonb_path_query_array(details, '$."payments"[*]."reference"'::jsonpath) jsonb_path_ops) where ((type = 'invoices') and (details ? 'payments'));
create index documents_by_status on documents (account_id, type, status, list_date desc, id desc);
create index documents_late on documents (account_id, type, list_date desc, id desc) include (status, promised_date, estimated_date, delivered_date, last_event_at) where ((promised_date is not null) and (status <> all (array['cancelled', 'returned', 'completed', 'rejected'])) and case when (delivered_date is null) then (status <> 'delivered') else (delivered_date > promised_date) end);
create index documents_of_enquiries on documents (account_id, (details ->> 'enquiryNumber')) where ((type = 'quotes') and ((details ->> 'enquiryNumber') is not null));
create index documents_to_offset on documents (account_id, currency) include (invoice_kind, open) where ((type = 'invoices') and (status in ('paid', 'credited', 'credit', 'settled')) and (open <> (0)::numeric));
create index documents_under_way on documents (account_id, key_date, id) include (status, promised_date, estimated_date, delivered_date, last_event_at) where ((type = 'shipments') and (status in ('planned', 'packed', 'label_created', 'picked_up', 'in_transit', 'customs', 'on_hold', 'ready_for_pickup', 'out_for_delivery', 'delivery_failed', 'partially_delivered')));
create index documents_waiting on documents (account_id, type, key_date, id) where (((type = 'quotes') and (status = 'open')) or ((type = 'orders') and (status in ('received', 'confirmed', 'in_progress', 'on_hold')) and ((status = 'on_hold') or (estimated_date > promised_date))) or ((type = 'shipments') and (status in ('delivery_failed', 'on_hold', 'ready_for_pickup'))) or ((type = 'invoices') and (status in ('open', 'partially_paid'))));
alter table documents enable row level security, force row level security;
create policy all_accounts on documents to portal_server using (true) with check (true);
create policy every_row on documents for select to portal_backup using (true);
create policy narrowing_only on documents to portal_search using (true);
create policy own_account on documents to portal using ((account_id = current_account()));
create policy seen_by_staff on documents for select to portal_console using ((( select staff_sees_all_accounts() as staff_sees_all_accounts) or (account_id in ( select s.account_id from staff_accounts s union all select k.account_id from key_accounts k))));
create trigger count_deleted after delete on documents referencing old table as removed for each statement execute function count_documents();
create trigger count_inserted after insert on documents referencing new table as added for each statement execute function count_documents();
create trigger count_removed after delete on documents referencing old table as gone for each statement execute function count_removed();
create trigger count_updated after update on documents referencing old table as removed new table as added for each statement execute function count_documents();
create trigger days_deleted after delete on documents referencing old table as removed for each statement execute function days_deleted();
create trigger days_inserted after insert on documents referencing new table as added for each statement execute function days_inserted();
create trigger days_updated after update on documents referencing old table as removed new table as added for each statement execute function days_updated();
create trigger end_approvals after delete on documents for each row when (old.type = 'quotes') execute function end_approvals_of_removed();
create trigger move_deleted after delete on documents referencing old table as removed for each statement execute function move_deleted();
create trigger move_inserted after insert on documents referencing new table as added for each statement execute function move_inserted();
create trigger move_updated after update on documents referencing old table as removed new table as added for each statement execute function move_updated();
create trigger number_deleted after delete on documents referencing old table as gone for each statement execute function number_documents();
create trigger number_inserted after insert on documents referencing new table as added for each statement execute function number_documents();
create trigger number_truncated after truncate on documents for each statement execute function number_documents();
create trigger number_updated after update on documents for each row when (((((old.number is distinct from new.number) or (old.source is distinct from new.source)) or (old.numbered_by is distinct from new.numbered_by)) or (old.invoice_kind is distinct from new.invoice_kind))) execute function renumber_document();
create trigger return_inserted after insert on documents for each row when (((new.details ->> 'returnNumber') is not null)) execute function name_return();
create trigger return_updated after update on documents for each row when ((((old.details ->> 'returnNumber') is distinct from (new.details ->> 'returnNumber')) or (old.invoice_kind is distinct from new.invoice_kind))) execute function name_return();
create trigger sum_deleted after delete on documents referencing old table as removed for each statement execute function sum_deleted();
create trigger sum_inserted after insert on documents referencing new table as added for each statement execute function sum_inserted();
create trigger sum_updated after update on documents referencing old table as removed new table as added for each statement execute function sum_updated();
grant select on documents to portal;
grant select on documents to portal_backup;
grant select (account_id, id, type, number, status_changed_at) on documents to portal_console;
grant select (account_id, id, type, number, status, gross, valid_until, due_date, last_event_at) on documents to portal_search;
grant select, insert, update, delete on documents to portal_server;

-- By which keys an event finds its shipments.
create table epcis_event_keys (
  key text collate "C" not null,
  event_id text collate "C" not null,
  constraint epcis_event_keys_pkey primary key (key, event_id),
  constraint epcis_event_keys_event_id_fkey foreign key (event_id) references epcis_events(id) on delete cascade
);
create index epcis_event_keys_by_event on epcis_event_keys (event_id);
grant select on epcis_event_keys to portal_backup;
grant select, insert, update, delete on epcis_event_keys to portal_server;

-- Events of EPCIS as they came, whether or not their shipment is there: an event stands on each shipment that its
-- keys lead to, and is put there anew whenever one arrives, so that the order of arrival does not matter.
create table epcis_events (
  -- The event's own id, or the hash that the standard gives it; with "#error" for its retraction.
  id text collate "C" not null,
  received_at timestamptz not null,
  -- As a row of shipment_events, without what the shipment decides.
  event jsonb not null,
  constraint epcis_events_pkey primary key (id)
);
create index epcis_events_by_arrival on epcis_events (received_at, id);
grant select on epcis_events to portal_backup;
grant select, insert, update, delete on epcis_events to portal_server;

-- A factor on its way: the first right code makes it one.
create table factor_enrolments (
  user_id uuid not null,
  method text collate "C" not null,
  -- Of an app its key, encrypted; of an e-mail the hash of the code that was sent.
  secret bytea not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  constraint factor_enrolments_pkey primary key (user_id, method),
  constraint factor_enrolments_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint factor_enrolments_method_check check ((method in ('totp', 'email')))
);
alter table factor_enrolments enable row level security, force row level security;
create policy every_row on factor_enrolments for select to portal_backup using (true);
create policy sign_in on factor_enrolments to portal_server using (true) with check (true);
grant select on factor_enrolments to portal_backup;
grant select, insert, update, delete on factor_enrolments to portal_server;

-- Whether an answer of the FAQ helped.
create table faq_ratings (
  user_id uuid not null,
  question text collate "C" not null,
  helpful boolean not null,
  rated_at timestamptz not null,
  constraint faq_ratings_pkey primary key (user_id, question),
  constraint faq_ratings_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
grant select on faq_ratings to portal_backup;
grant select, insert, update, delete on faq_ratings to portal_server;

-- What came of the files of a source, so that none is read twice, and when it could not be looked at. Kept 90
-- days, and as long as the files are there.
create table file_source_entries (
  id uuid not null,
  source_id uuid not null,
  at timestamptz not null,
  -- The same for the same files; empty for a look that failed.
  key text collate "C",
  files text[] not null,
  outcome text collate "C" not null,
  reason text,
  -- What is put beside the files.
  report text,
  -- A refused file that is still there is read again by a newer version of its profile.
  profile_version integer,
  run_id uuid,
  constraint file_source_entries_pkey primary key (id),
  constraint file_source_entries_source_id_fkey foreign key (source_id) references file_sources(id) on delete cascade,
  constraint file_source_entries_outcome_check check ((outcome in ('processed', 'refused', 'left', 'failed')))
);
create index file_source_entries_by_time on file_source_entries (source_id, at desc, id desc);
create index file_source_entries_read on file_source_entries (source_id, at desc) where (outcome in ('processed', 'refused'));
create index file_source_entries_refused on file_source_entries (source_id, at desc) where (outcome = 'refused');
create unique index file_source_entries_by_key on file_source_entries (source_id, key) where (key is not null);
grant select on file_source_entries to portal_backup;
grant select, insert, update, delete on file_source_entries to portal_server;

-- Where the portal fetches files by itself: an HTTPS address, a folder at an SFTP server, a mailbox.
create table file_sources (
  id uuid not null,
  name text collate "C" not null,
  -- Everything but the secret: what is exported.
  settings jsonb not null,
  -- The password, token or key by which the portal signs in there, sealed by the operator's secret.
  secret bytea,
  saved_at timestamptz not null,
  saved_by text,
  -- What an HTTPS address said of the version that was read last: etag, lastModified.
  state jsonb not null default '{}',
  next_at timestamptz not null,
  looked_at timestamptz,
  -- When files last came that had not been read before.
  last_file_at timestamptz,
  -- The first look that failed since one worked.
  failing_since timestamptz,
  failure text,
  -- What staff were mailed about; empty once it is over.
  alarm text collate "C",
  constraint file_sources_pkey primary key (id),
  constraint file_sources_name_key unique (name),
  constraint file_sources_alarm_check check ((alarm in ('failing', 'silent')))
);
create index file_sources_due on file_sources (next_at);
grant select on file_sources to portal_backup;
grant select, insert, update, delete on file_sources to portal_server;

-- Documents that an account had and has no more, so that a message that was late does not bring them back.
create table former_documents (
  account_id uuid not null,
  type text collate "C" not null,
  number text collate "C" not null,
  source text collate "C" not null,
  is_credit boolean not null,
  numbered_by text collate "C" not null,
  -- Of the version that was there last; null when its source named no time.
  modified_at timestamptz,
  -- Messages up to then are too late for this account; null when the number moved by a message that named no time.
  until timestamptz,
  -- Null: it moved to another account.
  withdrawn_at timestamptz,
  constraint former_documents_pkey primary key (number, type, source, is_credit, account_id),
  constraint former_documents_account_id_fkey foreign key (account_id) references accounts(account_id)
);
create index former_documents_of_account on former_documents (account_id);
alter table former_documents enable row level security, force row level security;
create policy all_accounts on former_documents to portal_server using (true) with check (true);
create policy every_row on former_documents for select to portal_backup using (true);
grant select on former_documents to portal_backup;
grant select, insert, update, delete on former_documents to portal_server;

-- Who somebody is at the operator's identity provider. An e-mail may pass to another person there, a subject never
-- does.
create table identities (
  id uuid not null,
  user_id uuid not null,
  issuer text collate "C" not null,
  subject text collate "C" not null,
  email text,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint identities_pkey primary key (id),
  constraint identities_issuer_subject_key unique (issuer, subject),
  constraint identities_user_id_issuer_key unique (user_id, issuer),
  constraint identities_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
alter table identities enable row level security, force row level security;
create policy every_row on identities for select to portal_backup using (true);
create policy sign_in on identities to portal_server using (true) with check (true);
grant select on identities to portal_backup;
grant select, insert, update, delete on identities to portal_server;

-- Which documents files of a profile have named: of these a full list withdraws what it names no longer.
create table import_profile_documents (
  profile text collate "C" not null,
  document_id uuid not null,
  -- The account that had it then; it may have been merged since.
  held_by uuid not null,
  constraint import_profile_documents_pkey primary key (profile, document_id)
);
grant select on import_profile_documents to portal_backup;
grant select, insert, update, delete on import_profile_documents to portal_server;

-- How the files of one program become documents; the newest version of a name counts, earlier ones stay.
create table import_profiles (
  name text collate "C" not null,
  version integer not null,
  -- As it was written, in its own order.
  profile json not null,
  saved_at timestamptz not null,
  saved_by text,
  constraint import_profiles_pkey primary key (name, version)
);
grant select on import_profiles to portal_backup;
grant select, insert, update, delete on import_profiles to portal_server;

-- What each run wrote, so that it can be undone.
create table import_run_documents (
  run_id uuid not null,
  document_id uuid not null,
  -- The account that had it then; it may have been merged since.
  held_by uuid not null,
  is_new boolean not null,
  -- Of what the run wrote: a document with another hash was changed since.
  content_hash bytea not null,
  -- What undoing the run came to for this document; empty until then.
  outcome text collate "C",
  constraint import_run_documents_pkey primary key (run_id, document_id),
  constraint import_run_documents_run_id_fkey foreign key (run_id) references import_runs(id) on delete cascade,
  constraint import_run_documents_outcome_check check ((outcome in ('withdrawn', 'changed', 'existed', 'gone')))
);
create index import_run_documents_left on import_run_documents (run_id, document_id) where (outcome is null);
grant select on import_run_documents to portal_backup;
grant select on import_run_documents to portal_console;
grant select, insert, update, delete on import_run_documents to portal_server;

-- Each time that files were read by a profile. Kept for 90 days.
create table import_runs (
  id uuid not null,
  profile text collate "C" not null,
  files text[] not null,
  -- Names, sizes and times of the files: a file that ended its server is not tried for ever.
  fingerprint text collate "C" not null,
  started_at timestamptz not null,
  -- Empty while it runs, and for ever where its server ended before it.
  finished_at timestamptz,
  received integer,
  rejected integer,
  -- Why the files could not be read at all.
  failure text,
  -- By which way the files came: the watched folder, a call, the console, a command, or the kind of their file
  -- source.
  way text collate "C" not null default 'folder',
  version integer,
  dry_run boolean not null default false,
  started_by text,
  -- When the server that reads last noted that it goes on.
  seen_at timestamptz,
  created integer,
  updated integer,
  unchanged integer,
  stale integer,
  -- What was refused and what may be a mistake, at most 200 of each, with their places.
  problems jsonb,
  undone_at timestamptz,
  undone_by text,
  -- What a full list said of documents that it no longer named; empty for other lists.
  full_list jsonb,
  constraint import_runs_pkey primary key (id),
  constraint import_runs_way_check check ((way in ('folder', 'call', 'console', 'command', 'https', 'sftp', 'mailbox')))
);
create index import_runs_by_time on import_runs (started_at desc, id desc) where (not dry_run);
create index import_runs_by_way on import_runs (profile, way, started_at desc, id desc) where (not dry_run);
create index import_runs_of_profile on import_runs (profile, started_at desc);
create index import_runs_old on import_runs (started_at);
create index import_runs_refused on import_runs (way, profile, started_at desc) where ((not dry_run) and (finished_at is not null) and ((failure is not null) or (rejected > 0) or ((full_list ->> 'heldBack') is not null)));
grant select on import_runs to portal_backup;
grant select, insert, update, delete on import_runs to portal_server;

-- The bytes of an upload, a megabyte each.
create table import_upload_parts (
  upload_id uuid not null,
  part integer not null,
  content bytea storage external not null,
  constraint import_upload_parts_pkey primary key (upload_id, part),
  constraint import_upload_parts_upload_id_fkey foreign key (upload_id) references import_uploads(id) on delete cascade
);
grant select on import_upload_parts to portal_backup;
grant select, insert, delete on import_upload_parts to portal_server;

-- Files that somebody maps in the console: kept for a day, so that each is sent once.
create table import_uploads (
  id uuid not null,
  staff_id uuid not null,
  name text not null,
  size bigint not null,
  uploaded_at timestamptz not null,
  constraint import_uploads_pkey primary key (id),
  constraint import_uploads_staff_id_fkey foreign key (staff_id) references staff(id) on delete cascade
);
create index import_uploads_by_time on import_uploads (uploaded_at);
grant select on import_uploads to portal_backup;
grant select, insert, update, delete on import_uploads to portal_server;

-- The watched folder and the call, for each profile whose files come by them: when staff are to hear of it, and
-- how it goes.
create table import_ways (
  way text collate "C" not null,
  profile text collate "C" not null,
  -- Staff hear when no file has come for so many hours; empty: they do not.
  silent_hours integer,
  saved_at timestamptz,
  saved_by text,
  -- When a server last looked into the folder of the profile, noted once a minute.
  looked_at timestamptz,
  failing_since timestamptz,
  -- Why the folder cannot be read; empty when it can.
  failure text,
  -- What staff were mailed about; empty once it is over.
  alarm text collate "C",
  constraint import_ways_pkey primary key (way, profile),
  constraint import_ways_alarm_check check ((alarm in ('failing', 'silent'))),
  constraint import_ways_silent_hours_check check (((silent_hours >= 1) and (silent_hours <= 8760))),
  constraint import_ways_way_check check ((way in ('folder', 'call')))
);
grant select on import_ways to portal_backup;
grant select, insert, update, delete on import_ways to portal_server;

-- What a full list withdrew, so that undoing the run brings it back.
create table import_withdrawals (
  run_id uuid not null,
  document_id uuid not null,
  held_by uuid not null,
  -- What undoing the run came to for this document; empty until then.
  outcome text collate "C",
  constraint import_withdrawals_pkey primary key (run_id, document_id),
  constraint import_withdrawals_run_id_fkey foreign key (run_id) references import_runs(id) on delete cascade,
  constraint import_withdrawals_outcome_check check ((outcome in ('restored', 'notRestored')))
);
create index import_withdrawals_left on import_withdrawals (run_id, document_id) where (outcome is null);
grant select on import_withdrawals to portal_backup;
grant select, insert, update, delete on import_withdrawals to portal_server;

-- All rows of documents that a full list withdrew, as they were.
create table import_withdrawn_rows (
  run_id uuid not null,
  document_id uuid not null,
  from_table text collate "C" not null,
  content jsonb not null,
  constraint import_withdrawn_rows_run_id_document_id_fkey foreign key (run_id, document_id) references import_withdrawals(run_id, document_id) on delete cascade
);
create index import_withdrawn_rows_of_document on import_withdrawn_rows (run_id, document_id);
grant select on import_withdrawn_rows to portal_backup;
grant select, insert, delete on import_withdrawn_rows to portal_server;

-- What came of a source in an hour, and what became of it; kept 90 days.
create table intake_hours (
  source_id uuid not null,
  hour timestamptz not null,
  created integer not null,
  updated integer not null,
  unchanged integer not null,
  rejected integer not null,
  quarantined integer not null,
  constraint intake_hours_pkey primary key (source_id, hour),
  constraint intake_hours_source_id_fkey foreign key (source_id) references intake_sources(id) on delete cascade
);
create index intake_hours_by_hour on intake_hours (hour);
alter table intake_hours enable row level security, force row level security;
create policy all_accounts on intake_hours to portal_server using (true) with check (true);
create policy every_row on intake_hours for select to portal_backup using (true);
create policy seen_without_account on intake_hours for select to portal_console using (( select staff_sees_all_accounts() as staff_sees_all_accounts));
grant select on intake_hours to portal_backup;
grant select on intake_hours to portal_console;
grant select, insert, update, delete on intake_hours to portal_server;

-- Who sends: an API key under its own id, or the operator's imports under the id that ends in 1.
create table intake_sources (
  id uuid not null,
  last_at timestamptz not null,
  -- The last message before a silence that is longer than the source's own rhythm explains; null while there is
  -- none.
  silent_since timestamptz,
  constraint intake_sources_pkey primary key (id)
);
alter table intake_sources enable row level security, force row level security;
create policy all_accounts on intake_sources to portal_server using (true) with check (true);
create policy every_row on intake_sources for select to portal_backup using (true);
create policy seen_without_account on intake_sources for select to portal_console using (( select staff_sees_all_accounts() as staff_sees_all_accounts));
create trigger silence_changed after update of silent_since on intake_sources for each row when (old.silent_since is distinct from new.silent_since) execute function notify_console_changed();
grant select on intake_sources to portal_backup;
grant select on intake_sources to portal_console;
grant select, insert, update, delete on intake_sources to portal_server;

-- An invitation by mail to join an account, or to open one.
create table invitations (
  id uuid not null,
  -- Of the token in the link; the token itself is not kept.
  hash bytea not null,
  email text collate "C" not null,
  -- As the person has given it; they may change it when they accept.
  name text,
  -- Null: an account of this name is made when the invitation is accepted.
  account_id uuid,
  -- The name of the account that is created on acceptance; null when there is one.
  company text,
  role text collate "C" not null,
  invited_by uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid,
  revoked_at timestamptz,
  -- Chosen for the mail by whoever invites; null: none was chosen.
  language text collate "C",
  constraint invitations_pkey primary key (id),
  constraint invitations_hash_key unique (hash),
  constraint invitations_accepted_by_fkey foreign key (accepted_by) references users(id) on delete set null,
  constraint invitations_account_id_fkey foreign key (account_id) references accounts(account_id) on delete cascade,
  constraint invitations_invited_by_fkey foreign key (invited_by) references users(id) on delete set null,
  constraint invitations_check check (((account_id is null) = (company is not null))),
  constraint invitations_language_check check ((language in ('en', 'de', 'fr', 'es', 'nl', 'ar'))),
  constraint invitations_role_check check ((role in ('admin', 'buyer', 'finance', 'logistics', 'viewer')))
);
create index invitations_expired on invitations (expires_at);
create index invitations_of_account on invitations (account_id, email);
create index invitations_of_email on invitations (email);
alter table invitations enable row level security, force row level security;
create policy every_row on invitations for select to portal_backup using (true);
create policy seen_by_staff on invitations for select to portal_console using ((( select staff_sees_all_accounts() as staff_sees_all_accounts) or (account_id in ( select s.account_id from staff_accounts s union all select k.account_id from key_accounts k))));
create policy sign_in on invitations to portal_server using (true) with check (true);
create trigger shown_invitations after insert or delete or update on invitations for each row execute function overview_invitations();
grant select on invitations to portal_backup;
grant select (id, email, name, account_id, role, created_at, expires_at, accepted_at, revoked_at) on invitations to portal_console;
grant select, insert, update, delete on invitations to portal_server;

-- By what an item is found. Rows instead of a vector: row-level security lets an index of texts look for
-- beginnings.
create table item_terms (
  account_id uuid not null,
  sku text collate "C" not null,
  term text collate "C" not null,
  constraint item_terms_pkey primary key (account_id, sku, term)
);
create index item_terms_by_term on item_terms (account_id, term, sku);
alter table item_terms enable row level security, force row level security;
create policy all_accounts on item_terms to portal_server using (true) with check (true);
create policy every_row on item_terms for select to portal_backup using (true);
create policy own_account on item_terms to portal using ((account_id = current_account()));
grant select on item_terms to portal;
grant select on item_terms to portal_backup;
grant select, insert, update, delete on item_terms to portal_server;

-- Has one row while the items and serial numbers of older accounts are stored anew by the letters that they are
-- found by (server/ingest/maintenance/renew-item-terms.ts).
create table item_terms_to_renew (
  -- The last account that was done.
  after_account uuid not null
);
grant select on item_terms_to_renew to portal_backup;
grant select, update, delete on item_terms_to_renew to portal_server;

-- Sums of an item's ordered lines by unit of measure. Triggers keep it.
create table item_totals (
  account_id uuid not null,
  sku text collate "C" not null,
  unit text collate "C" not null,
  lines bigint not null,
  ordered numeric not null,
  shipped numeric not null,
  delivered numeric not null,
  returned numeric not null,
  invoiced numeric not null,
  in_transit numeric not null,
  open numeric not null,
  cancelled numeric not null default 0,
  constraint item_totals_pkey primary key (account_id, sku, unit)
) with (fillfactor=70);
alter table item_totals enable row level security, force row level security;
create policy all_accounts on item_totals to portal_server using (true) with check (true);
create policy every_row on item_totals for select to portal_backup using (true);
create policy own_account on item_totals to portal using ((account_id = current_account()));
grant select on item_totals to portal;
grant select on item_totals to portal_backup;
grant select, insert, update, delete on item_totals to portal_server;

-- An item across all documents of an account, in the words of its latest document.
create table items (
  account_id uuid not null,
  sku text collate "C" not null,
  customer_sku text,
  gtin text,
  name text,
  unit text,
  -- The bits of the types of documents in which it stands, added up: 1 for quotes, and so on, as their definitions
  -- say.
  seen_in integer not null,
  -- Date of the document whose words these are.
  described_on date not null,
  constraint items_pkey primary key (account_id, sku),
  constraint items_account_id_fkey foreign key (account_id) references accounts(account_id)
);
alter table items enable row level security, force row level security;
create policy all_accounts on items to portal_server using (true) with check (true);
create policy every_row on items for select to portal_backup using (true);
create policy own_account on items to portal using ((account_id = current_account()));
create trigger item_terms_deleted after delete on items referencing old table as renamed_from for each statement execute function keep_item_terms();
create trigger item_terms_inserted after insert on items referencing new table as renamed_to for each statement execute function keep_item_terms();
create trigger item_terms_updated after update on items referencing old table as renamed_from new table as renamed_to for each statement execute function keep_item_terms();
grant select on items to portal;
grant select on items to portal_backup;
grant select, insert, update, delete on items to portal_server;

-- The accounts that a limited key is for.
create table key_accounts (
  account_id uuid not null,
  key_id uuid not null,
  constraint key_accounts_pkey primary key (account_id, key_id),
  constraint key_accounts_account_id_fkey foreign key (account_id) references accounts(account_id) on delete cascade,
  constraint key_accounts_key_id_fkey foreign key (key_id) references api_keys(id) on delete cascade
);
create index key_accounts_of_key on key_accounts (key_id);
alter table key_accounts enable row level security, force row level security;
create policy all_accounts on key_accounts to portal_server using (true) with check (true);
create policy every_row on key_accounts for select to portal_backup using (true);
create policy own_accounts on key_accounts for select to portal_console using ((key_id = ( select s.key_id from staff s where ((s.id = current_staff()) and (s.disabled_at is null)))));
grant select on key_accounts to portal_backup;
grant select on key_accounts to portal_console;
grant select, insert, delete on key_accounts to portal_server;

-- What of the documents of a key was not as the ingest format has it and was taken all the same: each once, kept
-- for 90 days after it last came.
create table lenient_readings (
  key_id uuid not null,
  -- An unknown property that was left out, a JSON number, a date in another order, or a status by the table of the
  -- key.
  kind text collate "C" not null,
  -- Where it stood, with [*] for entries of lists; of a status what it said.
  path text collate "C" not null,
  documents bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  constraint lenient_readings_pkey primary key (key_id, kind, path),
  constraint lenient_readings_key_id_fkey foreign key (key_id) references api_keys(id),
  constraint lenient_readings_kind_check check ((kind in ('property', 'number', 'date', 'status')))
);
grant select on lenient_readings to portal_backup;
grant select, insert, update, delete on lenient_readings to portal_server;

-- Addresses that a mail server has refused for good.
create table mail_refusals (
  email text collate "C" not null,
  refused_at timestamptz not null,
  reason text not null,
  constraint mail_refusals_pkey primary key (email)
);
alter table mail_refusals enable row level security, force row level security;
create policy all_accounts on mail_refusals to portal_server using (true) with check (true);
create policy every_row on mail_refusals for select to portal_backup using (true);
grant select on mail_refusals to portal_backup;
grant select, insert, update, delete on mail_refusals to portal_server;

-- The outbox. A mail is written in the transaction of its cause and leaves after it.
create table mails (
  id uuid not null,
  kind text collate "C" not null,
  -- Null: to nobody, so that asking about an unknown address costs as much as about a known one.
  recipient text,
  -- Name and words, encrypted with a key that the database does not hold; gone as soon as the mail is.
  sealed bytea,
  created_at timestamptz not null,
  -- When it need not be sent any more.
  expires_at timestamptz,
  attempts integer not null default 0,
  -- Null: no more attempts.
  next_attempt_at timestamptz,
  sent_at timestamptz,
  given_up_at timestamptz,
  last_error text,
  constraint mails_pkey primary key (id)
);
create index mails_awaited on mails (next_attempt_at) where (kind <> all (array['notices', 'digest']));
create index mails_by_age on mails (created_at);
create index mails_due on mails (next_attempt_at);
alter table mails enable row level security, force row level security;
create policy every_row on mails for select to portal_backup using (true);
create policy sign_in on mails to portal_server using (true) with check (true);
grant select on mails to portal_backup;
grant select, insert, update, delete on mails to portal_server;

-- Who may read an account, and in which role.
create table memberships (
  account_id uuid not null,
  user_id uuid not null,
  role text collate "C" not null,
  created_at timestamptz not null,
  constraint memberships_pkey primary key (account_id, user_id),
  constraint memberships_account_id_fkey foreign key (account_id) references accounts(account_id) on delete cascade,
  constraint memberships_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint memberships_role_check check ((role in ('admin', 'buyer', 'finance', 'logistics', 'viewer')))
);
create index memberships_of_user on memberships (user_id);
alter table memberships enable row level security, force row level security;
create policy every_row on memberships for select to portal_backup using (true);
create policy seen_by_staff on memberships for select to portal_console using ((( select staff_sees_all_accounts() as staff_sees_all_accounts) or (account_id in ( select s.account_id from staff_accounts s union all select k.account_id from key_accounts k))));
create policy sign_in on memberships to portal_server using (true) with check (true);
create trigger refuse_tokens_of_changed_role after update on memberships for each row when (new.* is distinct from old.*) execute function refuse_tokens_of_changed_membership();
create trigger refuse_tokens_of_former_member after delete on memberships for each row execute function refuse_tokens_of_changed_membership();
create trigger shown_members after insert or delete on memberships for each row execute function overview_members();
grant select on memberships to portal_backup;
grant select on memberships to portal_console;
grant select (account_id, user_id, role) on memberships to portal_console;
grant select, insert, update, delete on memberships to portal_server;

-- What stood in a message before its writer corrected it: for the writer's personal data, and to recognise what is
-- sent again.
create table message_corrections (
  account_id uuid not null,
  request_id uuid not null,
  id uuid not null,
  -- The message; null: the question itself. No reference: both move with their request.
  message_id uuid,
  -- No reference: a correction outlives the person's sign-in, as the message does.
  author_id uuid not null,
  corrected_at timestamptz not null,
  former text not null,
  constraint message_corrections_pkey primary key (account_id, request_id, id),
  constraint message_corrections_account_id_request_id_fkey foreign key (account_id, request_id) references requests(account_id, id) on update cascade on delete cascade
);
create index message_corrections_of_author on message_corrections (account_id, author_id, corrected_at);
alter table message_corrections enable row level security, force row level security;
create policy all_accounts on message_corrections to portal_server using (true) with check (true);
create policy every_row on message_corrections for select to portal_backup using (true);
grant select on message_corrections to portal_backup;
grant select, insert on message_corrections to portal_server;

-- One row for each message with words, and for each request with a note. Its terms are made as those of
-- document_search.
create table message_search (
  account_id uuid not null,
  request_id uuid not null,
  -- The message's, or the request's own. No references: a merge gives its rows the other account with terms of that
  -- account's key.
  id uuid not null,
  type text collate "C" not null,
  written_at timestamptz not null,
  terms tsvector not null,
  constraint message_search_pkey primary key (account_id, request_id, id),
  constraint message_search_account_id_fkey foreign key (account_id) references accounts(account_id) on delete cascade
);
create index message_search_recent on message_search (account_id, written_at desc, id desc);
create index message_search_terms on message_search using gin (terms);
alter table message_search enable row level security, force row level security;
create policy all_accounts on message_search to portal_server using (true) with check (true);
create policy every_row on message_search for select to portal_backup using (true);
create policy words_only on message_search to portal_search using (true);
grant select on message_search to portal_backup;
grant select on message_search to portal_search;
grant select, insert, update on message_search to portal_server;

-- The migrations that have run, each once.
create table migrations (
  name text not null,
  sha256 text not null,
  applied_at timestamptz not null default now(),
  constraint migrations_pkey primary key (name)
);
grant select on migrations to portal_backup;

-- A document or item that a person follows or mutes.
create table notice_choices (
  account_id uuid not null,
  user_id uuid not null,
  subject text collate "C" not null,
  -- Of a document its type and number, as in orders/SO-1; of an item its SKU.
  key text collate "C" not null,
  choice text collate "C" not null,
  chosen_at timestamptz not null,
  constraint notice_choices_pkey primary key (account_id, user_id, subject, key),
  constraint notice_choices_account_id_user_id_fkey foreign key (account_id, user_id) references memberships(account_id, user_id) on delete cascade,
  constraint notice_choices_choice_check check ((choice in ('follow', 'mute'))),
  constraint notice_choices_subject_check check ((subject in ('document', 'item')))
);
alter table notice_choices enable row level security, force row level security;
create policy all_accounts on notice_choices to portal_server using (true) with check (true);
create policy every_row on notice_choices for select to portal_backup using (true);
create policy own_account on notice_choices to portal using ((account_id = current_account()));
grant select on notice_choices to portal;
grant select on notice_choices to portal_backup;
grant select, insert, update, delete on notice_choices to portal_server;

-- The latest group of each kind: who tells more of the same soon after adds to it.
create table notice_groups (
  account_id uuid not null,
  group_key text collate "C" not null,
  group_id uuid not null,
  since timestamptz not null,
  latest timestamptz not null,
  count integer not null,
  constraint notice_groups_pkey primary key (account_id, group_key),
  constraint notice_groups_account_id_fkey foreign key (account_id) references accounts(account_id) on delete cascade
);
alter table notice_groups enable row level security, force row level security;
create policy all_accounts on notice_groups to portal_server using (true) with check (true);
create policy every_row on notice_groups for select to portal_backup using (true);
grant select on notice_groups to portal_backup;
grant select, insert, update, delete on notice_groups to portal_server;

-- What a member did with one notice, at which of its versions: one that has grown since is new again.
create table notice_marks (
  account_id uuid not null,
  user_id uuid not null,
  notice_id uuid not null,
  clicked_version bigint not null default 0,
  cleared_version bigint not null default 0,
  constraint notice_marks_pkey primary key (account_id, user_id, notice_id),
  constraint notice_marks_account_id_notice_id_fkey foreign key (account_id, notice_id) references notices(account_id, id) on delete cascade,
  constraint notice_marks_account_id_user_id_fkey foreign key (account_id, user_id) references memberships(account_id, user_id) on delete cascade
);
create index notice_marks_by_notice on notice_marks (account_id, notice_id);
alter table notice_marks enable row level security, force row level security;
create policy all_accounts on notice_marks to portal_server using (true) with check (true);
create policy every_row on notice_marks for select to portal_backup using (true);
create policy own_account on notice_marks to portal using ((account_id = current_account()));
grant select on notice_marks to portal;
grant select on notice_marks to portal_backup;
grant select, insert, update, delete on notice_marks to portal_server;

-- What a member has seen and dismissed, and how they want to be notified.
create table notice_readers (
  account_id uuid not null,
  user_id uuid not null,
  seen_version bigint not null default 0,
  cleared_version bigint not null default 0,
  -- By kind, where it differs from the default: {"orders.changed": ["portal", "now"]}.
  channels jsonb not null default '{}',
  -- Minutes after midnight by the person's clock between which nothing is mailed or pushed.
  quiet_from integer,
  quiet_to integer,
  -- By the link in a mail: no more of them, whatever the channels say.
  mails_ended boolean not null default false,
  -- Version of the account up to which mails and pushes were decided.
  notified_version bigint not null default 0,
  -- What the next digest holds. Decided when it would be mailed at once, so that nothing is sent in both ways.
  to_digest uuid[] not null default '{}'::uuid[],
  constraint notice_readers_pkey primary key (account_id, user_id),
  constraint notice_readers_account_id_user_id_fkey foreign key (account_id, user_id) references memberships(account_id, user_id) on delete cascade,
  constraint notice_readers_check check (((quiet_from is null) = (quiet_to is null))),
  constraint notice_readers_quiet_from_check check (((quiet_from >= 0) and (quiet_from <= 1439))),
  constraint notice_readers_quiet_to_check check (((quiet_to >= 0) and (quiet_to <= 1439)))
);
alter table notice_readers enable row level security, force row level security;
create policy all_accounts on notice_readers to portal_server using (true) with check (true);
create policy every_row on notice_readers for select to portal_backup using (true);
grant select on notice_readers to portal_backup;
grant select, insert, update, delete on notice_readers to portal_server;

-- One event as it is stored for an account; who may read it, and in which words, is decided when it is read.
create table notices (
  account_id uuid not null,
  id uuid not null,
  -- See contract/notifications/kinds.ts; its first part is the type of document.
  kind text collate "C" not null,
  type text collate "C" not null,
  -- One document; null when it is about several.
  document_id uuid,
  number text collate "C",
  count integer not null default 1,
  -- Dates, statuses and references that the text names; never an amount.
  details jsonb not null default '{}',
  -- Only amounts changed: hidden from people without the permission `prices`.
  needs_prices boolean not null,
  -- Notices that arose together; a group that grows too large becomes one notice with this id.
  group_id uuid not null,
  -- Two notices with the same key are one.
  dedupe_key text collate "C" not null,
  happened_at timestamptz not null,
  -- Version of the account when it was last written.
  version bigint not null,
  -- Set for a notice to one person alone: of a new sign-in, of what they were asked, or of one of many documents
  -- that they follow.
  user_id uuid,
  -- Version of the account when it was created: mails and pushes are sent once, though it may grow later.
  first_version bigint not null default 0,
  constraint notices_pkey primary key (account_id, id),
  constraint notices_account_id_dedupe_key_key unique (account_id, dedupe_key),
  constraint notices_account_id_document_id_fkey foreign key (account_id, document_id) references documents(account_id, id) on delete cascade,
  constraint notices_account_id_fkey foreign key (account_id) references accounts(account_id) on delete cascade,
  constraint notices_account_id_user_id_fkey foreign key (account_id, user_id) references memberships(account_id, user_id) on delete cascade
);
create index notices_by_age on notices using brin (happened_at);
create index notices_by_document on notices (account_id, document_id) where (document_id is not null);
create index notices_by_first_version on notices (account_id, first_version);
create index notices_by_group on notices (account_id, group_id);
create index notices_of_user on notices (account_id, user_id) where (user_id is not null);
create index notices_recent on notices (account_id, happened_at desc, id desc);
alter table notices enable row level security, force row level security;
create policy all_accounts on notices to portal_server using (true) with check (true);
create policy every_row on notices for select to portal_backup using (true);
create policy own_account on notices to portal using ((account_id = current_account()));
grant select on notices to portal;
grant select on notices to portal_backup;
grant select, insert, update, delete on notices to portal_server;

-- What a server has noticed and the operator should know, counted by day; doctor reads it. Kept for a month.
create table operator_notes (
  kind text collate "C" not null,
  day date not null,
  times bigint not null,
  last_at timestamptz not null,
  -- The last of them in words.
  example text not null,
  constraint operator_notes_pkey primary key (kind, day)
);
alter table operator_notes enable row level security, force row level security;
create policy every_row on operator_notes for select to portal_backup using (true);
create policy kept_by_server on operator_notes to portal_server using (true) with check (true);
grant select on operator_notes to portal_backup;
grant select, insert, update, delete on operator_notes to portal_server;

-- What has become of each ordered line: the view order_line_stages, kept by ingest with each batch.
create table ordered_lines (
  account_id uuid not null,
  -- The order, or the shipment of a line that refers to no order (view lines_without_order).
  order_id uuid not null,
  "position" integer not null,
  sku text collate "C",
  unit text,
  ordered numeric(18,6) not null,
  shipped numeric(18,6) not null,
  delivered numeric(18,6) not null,
  returned numeric(18,6) not null,
  invoiced numeric(18,6) not null,
  in_transit numeric(18,6) not null,
  open numeric(18,6) not null,
  -- When the next of it is expected: 9999-12-31 when nobody said, null when nothing is to come.
  arrival date,
  -- What will never come.
  cancelled numeric(18,6) not null default 0,
  -- Made of other lines, which carry the quantities.
  is_kit boolean not null default false,
  -- On an order's first line: the quantity that each of its papers carries, by the paper's id.
  carried jsonb,
  constraint ordered_lines_pkey primary key (account_id, order_id, "position"),
  constraint ordered_lines_account_id_order_id_fkey foreign key (account_id, order_id) references documents(account_id, id) on delete cascade
);
create index ordered_lines_coming on ordered_lines (account_id, arrival, order_id, "position") where ((arrival is not null) and (not is_kit));
create index ordered_lines_coming_of_item on ordered_lines (account_id, sku, arrival, order_id, "position") where (arrival is not null);
alter table ordered_lines enable row level security, force row level security;
create policy all_accounts on ordered_lines to portal_server using (true) with check (true);
create policy every_row on ordered_lines for select to portal_backup using (true);
create policy own_account on ordered_lines to portal using ((account_id = current_account()));
create trigger sum_deleted after delete on ordered_lines referencing old table as went for each statement execute function sum_ordered_lines();
create trigger sum_inserted after insert on ordered_lines referencing new table as came for each statement execute function sum_ordered_lines();
create trigger sum_updated after update on ordered_lines referencing old table as went new table as came for each statement execute function sum_ordered_lines();
grant select on ordered_lines to portal;
grant select on ordered_lines to portal_backup;
grant select, insert, update, delete on ordered_lines to portal_server;

-- The file as which a document was sent last, where it came as one: a customer's own e-invoice. It goes when the
-- document goes, and names its customer, so that it never goes along to another one.
create table original_files (
  account_id uuid not null,
  document_id uuid not null,
  -- What it calls itself: Invoice, OrderResponse.
  kind text collate "C" not null,
  -- Whether it tells any amount: then it is for who may see prices, whatever its type.
  has_amounts boolean not null,
  -- Byte for byte as it came, compressed with zstd.
  content bytea storage external,
  modified_at timestamptz,
  received_at timestamptz not null,
  -- Where the content lies in the object storage, with its SHA-256 at the end; null: here.
  object_key text collate "C",
  constraint original_files_pkey primary key (account_id, document_id),
  constraint original_files_account_id_document_id_fkey foreign key (account_id, document_id) references documents(account_id, id) on delete cascade,
  constraint original_files_content_check check (((content is not null) or (object_key is not null))) not valid
);
create index original_files_by_object on original_files (object_key) where (object_key is not null);
create index original_files_to_move on original_files (account_id, document_id) where ((object_key is null) and (octet_length(content) >= 16384));
alter table original_files enable row level security, force row level security;
create policy all_accounts on original_files to portal_server using (true) with check (true);
create policy every_row on original_files for select to portal_backup using (true);
create policy own_account on original_files to portal using ((account_id = current_account()));
create trigger note_removed_object after delete on original_files for each row when (old.object_key is not null) execute function note_unused_object();
create trigger note_replaced_object after update on original_files for each row when (((old.object_key is not null) and (new.object_key is distinct from old.object_key))) execute function note_unused_object();
grant select on original_files to portal;
grant select on original_files to portal_backup;
grant select, insert, update, delete on original_files to portal_server;

-- What a browser signs with a passkey, until it does.
create table passkey_challenges (
  hash bytea not null,
  -- Null: whoever has the passkey signs in.
  user_id uuid,
  expires_at timestamptz not null,
  constraint passkey_challenges_pkey primary key (hash),
  constraint passkey_challenges_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index passkey_challenges_expired on passkey_challenges (expires_at);
create index passkey_challenges_of_user on passkey_challenges (user_id);
alter table passkey_challenges enable row level security, force row level security;
create policy every_row on passkey_challenges for select to portal_backup using (true);
create policy sign_in on passkey_challenges to portal_server using (true) with check (true);
grant select on passkey_challenges to portal_backup;
grant select, insert, update, delete on passkey_challenges to portal_server;

-- A person's passkeys (WebAuthn).
create table passkeys (
  id uuid not null,
  user_id uuid not null,
  credential bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  backed_up boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint passkeys_pkey primary key (id),
  constraint passkeys_credential_key unique (credential),
  constraint passkeys_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index passkeys_of_user on passkeys (user_id, id);
alter table passkeys enable row level security, force row level security;
create policy every_row on passkeys for select to portal_backup using (true);
create policy seen_by_staff on passkeys for select to portal_console using ((( select staff_sees_all_accounts() as staff_sees_all_accounts) or (user_id in ( select m.user_id from memberships m))));
create policy sign_in on passkeys to portal_server using (true) with check (true);
grant select on passkeys to portal_backup;
grant select (id, user_id, name, created_at, last_used_at) on passkeys to portal_console;
grant select, insert, update, delete on passkeys to portal_server;

-- Links to choose a new password. Only hashes are kept.
create table password_resets (
  hash bytea not null,
  -- No reference: for an unknown address it is an id that belongs to nobody, so that asking costs the same either
  -- way.
  user_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint password_resets_pkey primary key (hash)
);
create index password_resets_expired on password_resets (expires_at);
create index password_resets_of_user on password_resets (user_id);
alter table password_resets enable row level security, force row level security;
create policy every_row on password_resets for select to portal_backup using (true);
create policy sign_in on password_resets to portal_server using (true) with check (true);
grant select on password_resets to portal_backup;
grant select, insert, update, delete on password_resets to portal_server;

-- Apart from the users, so that reading a name never reads a hash. A person who signs in without a password has no
-- row.
create table passwords (
  user_id uuid not null,
  -- Argon2id, as a PHC string.
  hash text not null,
  changed_at timestamptz not null,
  constraint passwords_pkey primary key (user_id),
  constraint passwords_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
alter table passwords enable row level security, force row level security;
create policy every_row on passwords for select to portal_backup using (true);
create policy sign_in on passwords to portal_server using (true) with check (true);
create trigger forget_devices_of_changed_password after update on passwords for each row when (new.changed_at <> old.changed_at) execute function forget_devices_of_changed_password();
grant select on passwords to portal_backup;
grant select, insert, update, delete on passwords to portal_server;

-- The words by which staff find a person: of the name and the e-mail. Triggers keep them.
create table person_words (
  user_id uuid not null,
  word text collate "C" not null,
  constraint person_words_pkey primary key (user_id, word),
  constraint person_words_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index person_words_by_word on person_words (word, user_id);
alter table person_words enable row level security, force row level security;
create policy every_row on person_words for select to portal_backup using (true);
create policy seen_by_staff on person_words for select to portal_console using ((( select staff_sees_all_accounts() as staff_sees_all_accounts) or (user_id in ( select m.user_id from memberships m))));
create policy sign_in on person_words to portal_server using (true) with check (true);
grant select on person_words to portal_backup;
grant select on person_words to portal_console;
grant select, insert, delete on person_words to portal_server;

-- A browser that shows notifications while no page is open; it ends with the session that asked for it.
create table push_subscriptions (
  session_id uuid not null,
  user_id uuid not null,
  endpoint text collate "C" not null,
  -- The browser's public key and secret (RFC 8291), base64url.
  p256dh text collate "C" not null,
  auth text collate "C" not null,
  created_at timestamptz not null,
  constraint push_subscriptions_pkey primary key (session_id),
  constraint push_subscriptions_endpoint_key unique (endpoint),
  constraint push_subscriptions_session_id_fkey foreign key (session_id) references sessions(id) on delete cascade,
  constraint push_subscriptions_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index push_subscriptions_of_user on push_subscriptions (user_id);
alter table push_subscriptions enable row level security, force row level security;
create policy all_accounts on push_subscriptions to portal_server using (true) with check (true);
create policy every_row on push_subscriptions for select to portal_backup using (true);
grant select on push_subscriptions to portal_backup;
grant select, insert, update, delete on push_subscriptions to portal_server;

-- Messages that were refused because their customer could not be determined: they wait for the operator.
create table quarantine (
  id uuid not null,
  received_at timestamptz not null,
  type text not null,
  number text not null,
  buyer_name text,
  -- [{scheme, value}] as the document named its buyer
  identifiers jsonb not null,
  reason text not null,
  payload jsonb not null,
  content_hash bytea not null,
  -- The UBL file of the message, if it came as one.
  original bytea storage external,
  constraint quarantine_pkey primary key (id),
  constraint quarantine_content_hash_key unique (content_hash)
);
create index quarantine_by_arrival on quarantine (received_at, id);
grant select on quarantine to portal_backup;
grant select, insert, update, delete on quarantine to portal_server;

-- What came in, byte for byte, compressed with zstd; kept 90 days.
create table raw_messages (
  id uuid not null,
  received_at timestamptz not null,
  source text not null,
  media_type text not null,
  first_line bigint not null,
  -- Compressed with zstd.
  content bytea storage external,
  -- Where the content lies in the object storage, with its SHA-256 at the end; null: here.
  object_key text collate "C",
  constraint raw_messages_pkey primary key (id),
  constraint raw_messages_content_check check (((content is not null) or (object_key is not null))) not valid
);
create index raw_messages_by_object on raw_messages (object_key) where (object_key is not null);
create index raw_messages_received on raw_messages (received_at);
create index raw_messages_to_move on raw_messages (id) where ((object_key is null) and (octet_length(content) >= 16384));
grant select on raw_messages to portal_backup;
grant select, insert, update, delete on raw_messages to portal_server;

-- Mails that came to reply addresses, each once for its conversation and person. Kept for three months.
create table received_mails (
  -- A hash of the conversation, the person and the mail's Message-ID.
  key bytea not null,
  received_at timestamptz not null,
  outcome text collate "C" not null,
  reason text collate "C",
  -- No references: an entry outlives the request.
  request_id uuid not null,
  -- A hash of the address that was notified of a refusal; null: nobody was.
  notified_sender bytea,
  constraint received_mails_pkey primary key (key),
  constraint received_mails_outcome_check check ((outcome in ('taken', 'refused', 'ignored')))
);
create index received_mails_by_time on received_mails (received_at);
create index received_mails_notified on received_mails (notified_sender, received_at) where (notified_sender is not null);
create index received_mails_notified_of_request on received_mails (request_id, received_at) where (notified_sender is not null);
alter table received_mails enable row level security, force row level security;
create policy all_accounts on received_mails to portal_server using (true) with check (true);
create policy every_row on received_mails for select to portal_backup using (true);
grant select on received_mails to portal_backup;
grant select, insert, delete on received_mails to portal_server;

-- Codes that replace a lost second factor, each once. Only hashes are kept.
create table recovery_codes (
  user_id uuid not null,
  hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  constraint recovery_codes_pkey primary key (user_id, hash),
  constraint recovery_codes_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
alter table recovery_codes enable row level security, force row level security;
create policy every_row on recovery_codes for select to portal_backup using (true);
create policy sign_in on recovery_codes to portal_server using (true) with check (true);
grant select on recovery_codes to portal_backup;
grant select, insert, update, delete on recovery_codes to portal_server;

-- When each source was refused something last: staff get a mail at the first refusal and after a week without one.
-- Also when a backup failed last.
create table refusal_alarms (
  -- An API key by its id, a source of files by its name, the folder or call of a profile, or the word backup.
  source text collate "C" not null,
  last_at timestamptz not null,
  constraint refusal_alarms_pkey primary key (source)
);
grant select on refusal_alarms to portal_backup;
grant select, insert, update on refusal_alarms to portal_server;

-- How much of what was refused is kept of a source and day; no more is kept once it is enough.
create table refused_days (
  source_id uuid not null,
  day date not null,
  kept integer not null,
  bytes bigint not null,
  constraint refused_days_pkey primary key (source_id, day)
);
alter table refused_days enable row level security, force row level security;
create policy all_accounts on refused_days to portal_server using (true) with check (true);
create policy every_row on refused_days for select to portal_backup using (true);
grant select on refused_days to portal_backup;
grant select, insert, update, delete on refused_days to portal_server;

-- Messages that were refused, whatever way they came: kept 90 days with the reason and the text as it was sent, so
-- that they can be mended and sent through again. Bounded for each source and day.
create table refused_messages (
  id uuid not null,
  source_id uuid not null,
  -- SHA-256 of the bytes and of how they were to be taken: the same message refused again is counted.
  hash bytea not null,
  format text collate "C" not null,
  parts boolean not null,
  -- The account that the sender named for all messages of a file.
  for_account text collate "C",
  numbering_source text collate "C" not null,
  numbered_by text collate "C" not null,
  -- The first problem without positions and values: what was refused for the same reason can be sent through
  -- together.
  reason text collate "C" not null,
  -- [{path, message}]
  problems jsonb not null,
  line bigint not null,
  document_type text collate "C",
  document_number text collate "C",
  account_number text collate "C",
  -- What was sent, without secrets; at most 256 KB of it.
  content text not null,
  -- Whether content is all of it: what was cut cannot be sent through again.
  whole boolean not null,
  times integer not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null,
  settled_at timestamptz,
  outcome text collate "C",
  settled_by text,
  note text,
  -- Whether it was to be read leniently, and is so when it is sent through again.
  lenient boolean not null default false,
  constraint refused_messages_pkey primary key (id),
  constraint refused_messages_source_id_hash_key unique (source_id, hash),
  constraint refused_messages_check check (((settled_at is null) = (outcome is null))),
  constraint refused_messages_numbered_by_check check ((numbered_by in ('supplier', 'customer'))),
  constraint refused_messages_outcome_check check ((outcome in ('replayed', 'came_right', 'discarded')))
);
create index refused_messages_by_time on refused_messages (last_at desc, id desc);
create index refused_messages_open on refused_messages (last_at desc, id desc) where (settled_at is null);
create index refused_messages_open_by_reason on refused_messages (reason, id) where (settled_at is null);
create index refused_messages_open_documents on refused_messages (document_number, document_type) where ((settled_at is null) and (document_number is not null));
create index refused_messages_open_of_source on refused_messages (source_id, last_at desc, id desc) where (settled_at is null);
alter table refused_messages enable row level security, force row level security;
create policy all_accounts on refused_messages to portal_server using (true) with check (true);
create policy every_row on refused_messages for select to portal_backup using (true);
create policy seen_without_account on refused_messages for select to portal_console using (( select staff_sees_all_accounts() as staff_sees_all_accounts));
grant select on refused_messages to portal_backup;
grant select on refused_messages to portal_console;
grant select, insert, update, delete on refused_messages to portal_server;

-- Who asks to be let in, with a customer and a document number as proof; the operator decides.
create table registrations (
  id uuid not null,
  email text collate "C" not null,
  name text not null,
  customer_number text collate "C" not null,
  document_number text collate "C" not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  decision text collate "C",
  constraint registrations_pkey primary key (id),
  constraint registrations_check check (((decided_at is null) = (decision is null))),
  constraint registrations_decision_check check ((decision in ('approved', 'rejected')))
);
create unique index registrations_open on registrations (email, customer_number) where (decided_at is null);
alter table registrations enable row level security, force row level security;
create policy every_row on registrations for select to portal_backup using (true);
create policy sign_in on registrations to portal_server using (true) with check (true);
grant select on registrations to portal_backup;
grant select, insert, update, delete on registrations to portal_server;

-- Reminders that were created: each once for the day that it is about.
create table reminders (
  account_id uuid not null,
  document_id uuid not null,
  kind text collate "C" not null,
  day date not null,
  constraint reminders_pkey primary key (account_id, document_id, kind, day),
  constraint reminders_account_id_document_id_fkey foreign key (account_id, document_id) references documents(account_id, id) on delete cascade
);
alter table reminders enable row level security, force row level security;
create policy all_accounts on reminders to portal_server using (true) with check (true);
create policy every_row on reminders for select to portal_backup using (true);
grant select on reminders to portal_backup;
grant select, insert, update, delete on reminders to portal_server;

-- The invoices that a remittance advice names.
create table remitted_invoices (
  account_id uuid not null,
  document_number text collate "C" not null,
  request_id uuid not null,
  -- What the advice settles of the invoice: what is paid and the discount for paying early. Negative of a credit
  -- note.
  settled numeric not null,
  -- What was open then. When something else is, the supplier has booked since.
  open numeric not null,
  constraint remitted_invoices_pkey primary key (account_id, document_number, request_id),
  constraint remitted_invoices_account_id_request_id_fkey foreign key (account_id, request_id) references requests(account_id, id) on update cascade on delete cascade
);
create index remitted_invoices_of_request on remitted_invoices (account_id, request_id);
alter table remitted_invoices enable row level security, force row level security;
create policy all_accounts on remitted_invoices to portal_server using (true) with check (true);
create policy every_row on remitted_invoices for select to portal_backup using (true);
create policy own_account on remitted_invoices to portal using ((account_id = current_account()));
grant select on remitted_invoices to portal;
grant select on remitted_invoices to portal_backup;
grant select, insert on remitted_invoices to portal_server;
grant update (document_number) on remitted_invoices to portal_server;

-- The functions, views, triggers, policies and comments that were applied, by the hash of their file; empty: apply
-- it again.
create table repeatables (
  name text not null,
  sha256 text not null,
  applied_at timestamptz not null default now(),
  constraint repeatables_pkey primary key (name)
);
grant select on repeatables to portal_backup;

-- Who of the staff looks after a request.
create table request_assignees (
  account_id uuid not null,
  request_id uuid not null,
  staff_id uuid not null,
  assigned_at timestamptz not null,
  constraint request_assignees_pkey primary key (account_id, request_id),
  constraint request_assignees_account_id_request_id_fkey foreign key (account_id, request_id) references requests(account_id, id) on update cascade on delete cascade,
  constraint request_assignees_staff_id_fkey foreign key (staff_id) references staff(id)
);
create index request_assignees_of_staff on request_assignees (staff_id);
alter table request_assignees enable row level security, force row level security;
create policy all_accounts on request_assignees to portal_server using (true) with check (true);
create policy every_row on request_assignees for select to portal_backup using (true);
create policy seen_by_staff on request_assignees for select to portal_console using ((( select staff_sees_all_accounts() as staff_sees_all_accounts) or (account_id in ( select s.account_id from staff_accounts s union all select k.account_id from key_accounts k))));
grant select on request_assignees to portal_backup;
grant select on request_assignees to portal_console;
grant select, insert, update, delete on request_assignees to portal_server;

-- What has happened to requests, one row a change, for the supplier's systems. Triggers write it.
create table request_changes (
  written bigint not null generated always as identity,
  -- Its place in the order in which it is read; given when it is first read, so that what is committed late comes
  -- late. Null until then.
  "position" bigint,
  -- Part of what names it, so that a place that a restored backup gives to another change is not mistaken for it.
  mark uuid not null default gen_random_uuid(),
  account_id uuid not null,
  request_id uuid not null,
  change text collate "C" not null,
  -- No references: a message and a file stay as long as their request.
  message_id uuid,
  file_id uuid,
  happened_at timestamptz not null,
  constraint request_changes_pkey primary key (written),
  constraint request_changes_position_key unique ("position"),
  constraint request_changes_account_id_request_id_fkey foreign key (account_id, request_id) references requests(account_id, id) on update cascade on delete cascade,
  constraint request_changes_change_check check ((change in ('made', 'message', 'corrected', 'file', 'state', 'return', 'moved')))
);
create index request_changes_new on request_changes (written) where ("position" is null);
create index request_changes_of_request on request_changes (account_id, request_id);
alter table request_changes enable row level security, force row level security;
create policy all_accounts on request_changes to portal_server using (true) with check (true);
create policy every_row on request_changes for select to portal_backup using (true);
grant select on request_changes to portal_backup;
grant select, insert on request_changes to portal_server;
grant update ("position") on request_changes to portal_server;

-- Files that a customer sent with a request, or either side with a message about it.
create table request_files (
  account_id uuid not null,
  request_id uuid not null,
  id uuid not null,
  name text not null,
  mime_type text not null,
  size integer not null,
  sha256 bytea not null,
  content bytea storage external,
  created_at timestamptz not null,
  -- The message with which it came; null when it came with the request. No reference: both move with their request.
  message_id uuid,
  -- Where the content lies in the object storage, with its SHA-256 at the end; null: here.
  object_key text collate "C",
  constraint request_files_pkey primary key (account_id, request_id, id),
  constraint request_files_account_id_request_id_fkey foreign key (account_id, request_id) references requests(account_id, id) on update cascade on delete cascade,
  constraint request_files_content_check check (((content is not null) or (object_key is not null))) not valid
);
create index request_files_by_day on request_files (account_id, created_at);
create index request_files_by_object on request_files (object_key) where (object_key is not null);
create index request_files_to_move on request_files (account_id, request_id, id) where ((object_key is null) and (octet_length(content) >= 16384));
alter table request_files enable row level security, force row level security;
create policy all_accounts on request_files to portal_server using (true) with check (true);
create policy every_row on request_files for select to portal_backup using (true);
create policy own_account on request_files to portal using ((account_id = current_account()));
create policy seen_by_staff on request_files for select to portal_console using ((( select staff_sees_all_accounts() as staff_sees_all_accounts) or (account_id in ( select s.account_id from staff_accounts s union all select k.account_id from key_accounts k))));
create trigger note_file after insert on request_files for each row execute function note_request_change('file');
create trigger note_removed_object after delete on request_files for each row when (old.object_key is not null) execute function note_unused_object();
create trigger note_replaced_object after update on request_files for each row when (((old.object_key is not null) and (new.object_key is distinct from old.object_key))) execute function note_unused_object();
grant select on request_files to portal;
grant select on request_files to portal_backup;
grant select on request_files to portal_console;
grant select, insert on request_files to portal_server;
grant update (content, object_key) on request_files to portal_server;

-- What staff write about a request for each other; no customer reads it.
create table request_notes (
  account_id uuid not null,
  request_id uuid not null,
  id uuid not null,
  staff_id uuid not null,
  text text not null,
  written_at timestamptz not null,
  constraint request_notes_pkey primary key (account_id, request_id, id),
  constraint request_notes_account_id_request_id_fkey foreign key (account_id, request_id) references requests(account_id, id) on update cascade on delete cascade,
  constraint request_notes_staff_id_fkey foreign key (staff_id) references staff(id)
);
create index request_notes_of_staff on request_notes (staff_id);
alter table request_notes enable row level security, force row level security;
create policy all_accounts on request_notes to portal_server using (true) with check (true);
create policy every_row on request_notes for select to portal_backup using (true);
create policy seen_by_staff on request_notes for select to portal_console using ((( select staff_sees_all_accounts() as staff_sees_all_accounts) or (account_id in ( select s.account_id from staff_accounts s union all select k.account_id from key_accounts k))));
grant select on request_notes to portal_backup;
grant select on request_notes to portal_console;
grant select, insert on request_notes to portal_server;

-- How far each of the supplier's systems has read the changes of requests.
create table request_readers (
  -- The name that it gave itself, or the id of its key.
  reader text collate "C" not null,
  read_through bigint not null,
  read_at timestamptz not null,
  constraint request_readers_pkey primary key (reader)
);
grant select on request_readers to portal_backup;
grant select, insert, update on request_readers to portal_server;

-- How far each member of staff has read what customers write.
create table request_reads (
  account_id uuid not null,
  request_id uuid not null,
  staff_id uuid not null,
  read_until timestamptz not null,
  constraint request_reads_pkey primary key (account_id, request_id, staff_id),
  constraint request_reads_account_id_request_id_fkey foreign key (account_id, request_id) references requests(account_id, id) on update cascade on delete cascade,
  constraint request_reads_staff_id_fkey foreign key (staff_id) references staff(id) on delete cascade
);
create index request_reads_of_staff on request_reads (staff_id);
alter table request_reads enable row level security, force row level security;
create policy all_accounts on request_reads to portal_server using (true) with check (true);
create policy every_row on request_reads for select to portal_backup using (true);
create policy seen_by_staff on request_reads for select to portal_console using ((( select staff_sees_all_accounts() as staff_sees_all_accounts) or (account_id in ( select s.account_id from staff_accounts s union all select k.account_id from key_accounts k))));
grant select on request_reads to portal_backup;
grant select on request_reads to portal_console;
grant select, insert, update, delete on request_reads to portal_server;

-- Until when a request is put off: it does not stand in the queue before, unless it changes.
create table request_snoozes (
  account_id uuid not null,
  request_id uuid not null,
  until timestamptz not null,
  -- When the request had last changed as it was put off; once that differs it is back.
  last_at timestamptz not null,
  constraint request_snoozes_pkey primary key (account_id, request_id),
  constraint request_snoozes_account_id_request_id_fkey foreign key (account_id, request_id) references requests(account_id, id) on update cascade on delete cascade
);
alter table request_snoozes enable row level security, force row level security;
create policy all_accounts on request_snoozes to portal_server using (true) with check (true);
create policy every_row on request_snoozes for select to portal_backup using (true);
create policy seen_by_staff on request_snoozes for select to portal_console using ((( select staff_sees_all_accounts() as staff_sees_all_accounts) or (account_id in ( select s.account_id from staff_accounts s union all select k.account_id from key_accounts k))));
grant select on request_snoozes to portal_backup;
grant select on request_snoozes to portal_console;
grant select, insert, update, delete on request_snoozes to portal_server;

-- What a customer asks of the supplier about a document. It names its document as links do and keeps a hash of
-- what the person saw.
create table requests (
  account_id uuid not null,
  id uuid not null,
  document_type text collate "C" not null,
  document_number text collate "C" not null,
  -- Of a quote: a decision holds for the revision that was decided on.
  document_revision text,
  document_hash bytea not null,
  kind text collate "C" not null,
  content jsonb not null,
  made_at timestamptz not null,
  -- No reference: a request outlives the person's sign-in.
  made_by uuid not null,
  -- Chosen by the browser: sent twice, it is one request.
  key uuid not null,
  made_by_name text not null,
  made_by_email text not null,
  -- The network of the asker's address, never the address itself.
  network text,
  state text collate "C" not null,
  answer text,
  answered_by text,
  answered_at timestamptz,
  -- What the document waited for when the request was made, if the request answers that.
  need text collate "C",
  -- Of an acceptance: the lines, amounts and terms that the person saw when accepting.
  shown jsonb,
  state_since timestamptz,
  state_by text,
  last_at timestamptz not null,
  -- Of a question: what its writer made of the note in `content`, which stays as it was asked.
  corrected_note text,
  corrected_at timestamptz,
  mentioned uuid[] not null default '{}'::uuid[],
  constraint requests_pkey primary key (account_id, id),
  constraint requests_account_id_made_by_key_key unique (account_id, made_by, key),
  constraint requests_of_conversation unique (account_id, id, document_type, document_number),
  constraint requests_account_id_fkey foreign key (account_id) references accounts(account_id),
  constraint requests_state_check check ((state in ('open', 'taken', 'asked', 'colleagues', 'accepted', 'declined', 'answered', 'closed', 'withdrawn')))
);
create index requests_asked_back on requests (account_id, last_at, id) where (state = 'asked');
create index requests_by_activity on requests (account_id, last_at desc, id desc);
create index requests_by_change on requests (last_at, id);
create index requests_by_id on requests (id);
create index requests_by_state on requests (state, made_at, id);
create index requests_for_approval on requests (account_id, document_number) where (kind = 'askApproval');
create index requests_of_account on requests (account_id, made_at desc, id desc);
create index requests_of_conversations on requests (account_id, document_type, document_number, last_at, id);
create index requests_of_document on requests (account_id, document_type, document_number, made_at, id);
create index requests_of_invoices on requests (account_id, document_number) include (kind, state) where ((document_type = 'invoices') and (kind in ('dispute', 'promisePayment')));
create index requests_waiting on requests (made_at, id) where (state in ('open', 'taken'));
create index requests_waiting_of_account on requests (account_id) where (state in ('open', 'taken'));
alter table requests enable row level security, force row level security;
create policy all_accounts on requests to portal_server using (true) with check (true);
create policy every_row on requests for select to portal_backup using (true);
create policy own_account on requests to portal using ((account_id = current_account()));
create policy seen_by_staff on requests for select to portal_console using ((( select staff_sees_all_accounts() as staff_sees_all_accounts) or (account_id in ( select s.account_id from staff_accounts s union all select k.account_id from key_accounts k))));
create policy subjects_only on requests to portal_search using (true);
create trigger note_corrected after update of corrected_note on requests for each row when (old.corrected_note is distinct from new.corrected_note) execute function note_request_change('corrected');
create trigger note_made after insert on requests for each row execute function note_request_change('made');
create trigger note_moved after update of account_id, document_number on requests for each row when (((old.account_id is distinct from new.account_id) or (old.document_number is distinct from new.document_number))) execute function note_request_change('moved');
create trigger note_state after update of state on requests for each row when (old.state is distinct from new.state) execute function note_request_change('state');
grant select on requests to portal;
grant select on requests to portal_backup;
grant select on requests to portal_console;
grant select (account_id, id, document_number) on requests to portal_search;
grant select, insert on requests to portal_server;
grant update (account_id, document_number, state, answer, answered_by, answered_at, state_since, state_by, last_at, corrected_note, corrected_at, mentioned) on requests to portal_server;

-- The shipments and credit notes that name a return. A trigger on documents keeps it.
create table return_documents (
  account_id uuid not null,
  document_id uuid not null,
  return_number text collate "C" not null,
  constraint return_documents_pkey primary key (account_id, document_id),
  constraint return_documents_account_id_document_id_fkey foreign key (account_id, document_id) references documents(account_id, id) on delete cascade
);
create index return_documents_by_number on return_documents (account_id, return_number, document_id);
alter table return_documents enable row level security, force row level security;
create policy all_accounts on return_documents to portal_server using (true) with check (true);
create policy every_row on return_documents for select to portal_backup using (true);
create policy own_account on return_documents to portal using ((account_id = current_account()));
grant select on return_documents to portal;
grant select on return_documents to portal_backup;
grant select, insert, update, delete on return_documents to portal_server;

-- The lines that a return asks for, each as its shipment named it then.
create table returned_lines (
  account_id uuid not null,
  request_id uuid not null,
  "position" integer not null,
  shipment text collate "C" not null,
  line text collate "C" not null,
  order_number text collate "C",
  order_line text collate "C",
  sku text collate "C",
  name text,
  unit text,
  reason text collate "C" not null,
  note text,
  quantity numeric(18,6) not null,
  -- How much of it may be returned; null until the supplier has agreed.
  approved numeric(18,6),
  constraint returned_lines_pkey primary key (account_id, request_id, "position"),
  constraint returned_lines_account_id_request_id_fkey foreign key (account_id, request_id) references returns(account_id, request_id) on update cascade on delete cascade
);
create index returned_lines_of_order on returned_lines (account_id, order_number, order_line);
create index returned_lines_of_shipment on returned_lines (account_id, shipment, line);
alter table returned_lines enable row level security, force row level security;
create policy all_accounts on returned_lines to portal_server using (true) with check (true);
create policy every_row on returned_lines for select to portal_backup using (true);
create policy own_account on returned_lines to portal using ((account_id = current_account()));
grant select on returned_lines to portal;
grant select on returned_lines to portal_backup;
grant select, insert on returned_lines to portal_server;
grant update (approved) on returned_lines to portal_server;

-- What is kept of a request to return goods: its numbers and how far the supplier said it is. What else is known
-- of it follows from the documents that name it.
create table returns (
  account_id uuid not null,
  request_id uuid not null,
  -- The number that the portal gave it.
  number text collate "C" not null,
  -- The supplier's own number, by which documents may name it too.
  supplier_number text collate "C",
  -- Where the supplier wants the goods to be sent.
  send_to text,
  approved_at timestamptz,
  shipped_at timestamptz,
  received_at timestamptz,
  credited_at timestamptz,
  -- The last step of which the customer was notified.
  notified_step text collate "C" not null default 'asked',
  constraint returns_pkey primary key (account_id, request_id),
  constraint returns_account_id_request_id_fkey foreign key (account_id, request_id) references requests(account_id, id) on update cascade on delete cascade,
  constraint returns_notified_step_check check ((notified_step in ('asked', 'approved', 'shipped', 'received', 'credited')))
);
create index returns_by_number on returns (account_id, number);
create unique index returns_by_supplier_number on returns (account_id, supplier_number) where (supplier_number is not null);
alter table returns enable row level security, force row level security;
create policy all_accounts on returns to portal_server using (true) with check (true);
create policy every_row on returns for select to portal_backup using (true);
create policy own_account on returns to portal using ((account_id = current_account()));
create trigger note_return after update of supplier_number, send_to, approved_at, shipped_at, received_at, credited_at on returns for each row when (((((((old.supplier_number is distinct from new.supplier_number) or (old.send_to is distinct from new.send_to)) or (old.approved_at is distinct from new.approved_at)) or (old.shipped_at is distinct from new.shipped_at)) or (old.received_at is distinct from new.received_at)) or (old.credited_at is distinct from new.credited_at))) execute function note_request_change('return');
grant select on returns to portal;
grant select on returns to portal_backup;
grant select, insert on returns to portal_server;
grant update (supplier_number, send_to, approved_at, shipped_at, received_at, credited_at, notified_step) on returns to portal_server;

-- A list's filters and columns, saved under a name. A shared one belongs to the account and outlives its author's
-- membership.
create table saved_views (
  account_id uuid not null,
  id uuid not null,
  type text collate "C" not null,
  name text not null,
  -- The query of the list's address.
  state text not null,
  shared boolean not null,
  "position" integer not null,
  author_id uuid,
  created_at timestamptz not null,
  constraint saved_views_pkey primary key (account_id, id),
  constraint saved_views_account_id_fkey foreign key (account_id) references accounts(account_id) on delete cascade,
  constraint saved_views_author_id_fkey foreign key (author_id) references users(id) on delete set null,
  constraint saved_views_type_check check ((type in ('quotes', 'orders', 'shipments', 'invoices')))
);
create unique index saved_views_own on saved_views (account_id, author_id, type, lower(name)) where (not shared);
create unique index saved_views_shared on saved_views (account_id, type, lower(name)) where shared;
alter table saved_views enable row level security, force row level security;
create policy every_row on saved_views for select to portal_backup using (true);
create policy own_account on saved_views to portal_server using ((account_id = current_account())) with check ((account_id = current_account()));
grant select on saved_views to portal_backup;
grant select, insert, update, delete on saved_views to portal_server;

-- Scheduled tasks: what becomes a job when it is due.
create table scheduled_tasks (
  account_id uuid not null,
  task text collate "C" not null,
  -- For one person alone.
  user_id uuid,
  -- -infinity: not planned yet.
  due_at timestamptz not null default '-infinity'::timestamptz,
  constraint scheduled_tasks_account_id_task_user_id_key unique nulls not distinct (account_id, task, user_id),
  constraint scheduled_tasks_account_id_fkey foreign key (account_id) references accounts(account_id) on delete cascade,
  constraint scheduled_tasks_account_id_user_id_fkey foreign key (account_id, user_id) references memberships(account_id, user_id) on delete cascade,
  constraint scheduled_tasks_task_check check ((task in ('notify', 'remind', 'digest')))
);
create index scheduled_tasks_due on scheduled_tasks (due_at);
alter table scheduled_tasks enable row level security, force row level security;
create policy all_accounts on scheduled_tasks to portal_server using (true) with check (true);
create policy every_row on scheduled_tasks for select to portal_backup using (true);
grant select on scheduled_tasks to portal_backup;
grant select, insert, update, delete on scheduled_tasks to portal_server;

-- The words of an account's documents. One that no document holds any more may widen a search and is never shown.
create table search_words (
  account_id uuid not null,
  word text collate "C" not null,
  stem text collate "C" not null,
  constraint search_words_pkey primary key (account_id, word),
  constraint search_words_account_id_fkey foreign key (account_id) references accounts(account_id) on delete cascade
);
create index search_words_by_stem on search_words (account_id, stem);
create index search_words_trigrams on search_words using gin (account_id, word gin_trgm_ops);
alter table search_words enable row level security, force row level security;
create policy all_accounts on search_words to portal_server using (true) with check (true);
create policy every_row on search_words for select to portal_backup using (true);
create policy own_words on search_words to portal_search using (true);
grant select on search_words to portal_backup;
grant select on search_words to portal_search;
grant select, insert, update, delete on search_words to portal_server;

-- What a person shows beside the password.
create table second_factors (
  user_id uuid not null,
  method text collate "C" not null,
  -- The app's key, encrypted with a key that the database does not hold; null for codes by mail.
  sealed bytea,
  -- The time step of the last code that was taken: none is taken twice.
  last_step integer not null default 0,
  created_at timestamptz not null,
  constraint second_factors_pkey primary key (user_id, method),
  constraint second_factors_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint second_factors_check check (((method = 'totp') = (sealed is not null))),
  constraint second_factors_method_check check ((method in ('totp', 'email')))
);
alter table second_factors enable row level security, force row level security;
create policy every_row on second_factors for select to portal_backup using (true);
create policy seen_by_staff on second_factors for select to portal_console using ((( select staff_sees_all_accounts() as staff_sees_all_accounts) or (user_id in ( select m.user_id from memberships m))));
create policy sign_in on second_factors to portal_server using (true) with check (true);
grant select on second_factors to portal_backup;
grant select (user_id, method, created_at) on second_factors to portal_console;
grant select, insert, update, delete on second_factors to portal_server;

-- One sign-in of a browser. Its refresh tokens are not stored: each is computed from the id, the generation and a
-- key.
create table sessions (
  id uuid not null,
  user_id uuid not null,
  -- The account that the person works in, and finds again at the next sign-in.
  account_id uuid not null,
  created_at timestamptz not null,
  remembered boolean not null,
  -- Counts the refresh tokens: this one is good, the one before it for a few seconds more.
  generation integer not null default 0,
  rotated_at timestamptz not null,
  expires_at timestamptz not null,
  -- Access tokens of a lower version are refused, though their time is not over.
  version integer not null default 0,
  revoked_at timestamptz,
  -- Why the session ended before its time.
  revoked_because text collate "C",
  -- When access tokens of this session were last refused, by the clock of the database: all servers read it by that
  -- one.
  refused_at timestamptz,
  user_agent text,
  address_prefix text,
  signed_in_by text collate "C" not null default 'password',
  -- When a second factor, or what counts as both, was last shown in this session.
  second_factor_at timestamptz,
  -- When the person last showed in this session that it is they: changes of sign-in ask for a recent moment.
  proven_at timestamptz,
  constraint sessions_pkey primary key (id),
  constraint sessions_account_id_fkey foreign key (account_id) references accounts(account_id) on delete cascade,
  constraint sessions_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint sessions_check check (((revoked_at is null) = (revoked_because is null))),
  constraint sessions_revoked_because_check check ((revoked_because in ('signed_out', 'signed_in_again', 'reused', 'disabled', 'no_account', 'password_changed', 'ended_elsewhere', 'second_factor_required'))),
  constraint sessions_signed_in_by_check check ((signed_in_by in ('password', 'passkey', 'sign_on')))
);
create index sessions_expired on sessions (expires_at);
create index sessions_of_user on sessions (user_id, id);
create index sessions_refused on sessions (refused_at) where (refused_at is not null);
alter table sessions enable row level security, force row level security;
create policy every_row on sessions for select to portal_backup using (true);
create policy seen_by_staff on sessions for select to portal_console using ((( select staff_sees_all_accounts() as staff_sees_all_accounts) or (account_id in ( select s.account_id from staff_accounts s union all select k.account_id from key_accounts k))));
create policy sign_in on sessions to portal_server using (true) with check (true);
create trigger notify_refused_session before update on sessions for each row execute function notify_refused_session();
create trigger shown_sign_in after insert or update of account_id on sessions for each row execute function overview_sign_in();
grant select on sessions to portal_backup;
grant select (id, user_id, account_id, created_at, rotated_at, expires_at, revoked_at, user_agent, address_prefix, signed_in_by, second_factor_at) on sessions to portal_console;
grant select, insert, update, delete on sessions to portal_server;

-- What happened to a shipment, or is planned to.
create table shipment_events (
  account_id uuid not null,
  document_id uuid not null,
  id uuid not null,
  occurred_at timestamptz not null,
  -- As the event said it, such as +01:00.
  occurred_offset text,
  recorded_at timestamptz not null,
  classifier text collate "C" not null,
  code text collate "C" not null,
  place jsonb not null default '{}',
  description text,
  reason_code text,
  package text,
  source text collate "C" not null,
  source_event_id text collate "C" not null,
  retracts text collate "C",
  -- The packages of its shipment that an event of EPCIS names, by their SSCC; null where it names none of them. An
  -- event may name those of other customers too, which are kept from this one.
  packages text[],
  constraint shipment_events_pkey primary key (account_id, document_id, id),
  constraint shipment_events_account_id_document_id_source_source_event__key unique (account_id, document_id, source, source_event_id),
  constraint shipment_events_account_id_document_id_fkey foreign key (account_id, document_id) references documents(account_id, id) on delete cascade
);
create index shipment_events_of_epcis on shipment_events (source_event_id) where (source = 'epcis');
alter table shipment_events enable row level security, force row level security;
create policy all_accounts on shipment_events to portal_server using (true) with check (true);
create policy every_row on shipment_events for select to portal_backup using (true);
create policy own_account on shipment_events to portal using ((account_id = current_account()));
grant select on shipment_events to portal;
grant select on shipment_events to portal_backup;
grant select, insert, update, delete on shipment_events to portal_server;

-- By what an event finds its shipment: number (despatch:…), packages (package:SSCC), pieces (unit:GTIN/serial, or
-- serial:… where the line names no GTIN); and by what people find it, beside SSCCs: tracking numbers and waybills
-- (tracking:…). A key may lead to several shipments. server/ingest writes them.
create table shipment_keys (
  account_id uuid not null,
  document_id uuid not null,
  key text collate "C" not null,
  constraint shipment_keys_pkey primary key (account_id, document_id, key),
  constraint shipment_keys_account_id_document_id_fkey foreign key (account_id, document_id) references documents(account_id, id) on delete cascade
);
create index shipment_keys_by_key on shipment_keys (key);
create index shipment_keys_of_account on shipment_keys (account_id, key) where ((key ^@ 'package:') or (key ^@ 'tracking:'));
alter table shipment_keys enable row level security, force row level security;
create policy all_accounts on shipment_keys to portal_server using (true) with check (true);
create policy every_row on shipment_keys for select to portal_backup using (true);
create policy parcels_only on shipment_keys to portal_search using (true);
grant select on shipment_keys to portal_backup;
grant select on shipment_keys to portal_search;
grant select, insert, update, delete on shipment_keys to portal_server;

-- When a person was last mailed about each kind of danger, so that nobody who causes it can fill their mailbox.
create table sign_in_alarms (
  user_id uuid not null,
  kind text not null,
  notified_at timestamptz not null,
  constraint sign_in_alarms_pkey primary key (user_id, kind),
  constraint sign_in_alarms_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
grant select on sign_in_alarms to portal_backup;
grant select, insert, update, delete on sign_in_alarms to portal_server;

-- A sign-in that has shown the first proof and waits for the second factor; the browser holds the other half.
create table sign_in_challenges (
  hash bytea not null,
  user_id uuid not null,
  -- What was shown first. It must still hold when the code comes.
  proof_by text collate "C" not null,
  proof bytea not null,
  remembered boolean not null,
  -- The person has no second factor and needs one: the right code from the mail makes e-mail theirs.
  enrols boolean not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  code_hash bytea,
  code_expires_at timestamptz,
  codes_sent integer not null default 0,
  constraint sign_in_challenges_pkey primary key (hash),
  constraint sign_in_challenges_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint sign_in_challenges_proof_by_check check ((proof_by in ('password', 'sign_on')))
);
create index sign_in_challenges_expired on sign_in_challenges (expires_at);
create index sign_in_challenges_of_user on sign_in_challenges (user_id);
alter table sign_in_challenges enable row level security, force row level security;
create policy every_row on sign_in_challenges for select to portal_backup using (true);
create policy sign_in on sign_in_challenges to portal_server using (true) with check (true);
grant select on sign_in_challenges to portal_backup;
grant select, insert, update, delete on sign_in_challenges to portal_server;

-- A browser that was sent to the identity provider and has not come back; it holds what this is the hash of.
create table sign_on_attempts (
  hash bytea not null,
  -- The signed-in person who links their sign-in; null: somebody who signs in.
  user_id uuid,
  remembered boolean not null,
  expires_at timestamptz not null,
  -- Hash of the invitation that is accepted at the identity provider.
  invitation bytea,
  -- The version of the terms that the invited person agreed to before they were sent there.
  terms text collate "C",
  region text collate "C",
  constraint sign_on_attempts_pkey primary key (hash),
  constraint sign_on_attempts_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint sign_on_attempts_invitation check (((invitation is null) = (terms is null))),
  constraint sign_on_attempts_purpose check (((invitation is null) or (user_id is null)))
);
create index sign_on_attempts_expired on sign_on_attempts (expires_at);
create index sign_on_attempts_of_user on sign_on_attempts (user_id);
alter table sign_on_attempts enable row level security, force row level security;
create policy every_row on sign_on_attempts for select to portal_backup using (true);
create policy sign_in on sign_on_attempts to portal_server using (true) with check (true);
grant select on sign_on_attempts to portal_backup;
grant select, insert, update, delete on sign_on_attempts to portal_server;

-- The supplier's own people, who work in the console. They are no users: nothing of theirs opens the portal of a
-- customer.
create table staff (
  id uuid not null,
  -- Of a key its id: nobody signs in with that, and no mail goes there.
  email text collate "C" not null,
  name text not null,
  role text collate "C" not null,
  created_at timestamptz not null,
  -- Since when the person may not sign in; every call of theirs is refused from that moment on.
  disabled_at timestamptz,
  -- Null: a person. Else the key that acts in the console: what it does is told by the name of this row.
  key_id uuid,
  constraint staff_pkey primary key (id),
  constraint staff_email_key unique (email),
  constraint staff_key_id_key unique (key_id),
  constraint staff_key_id_fkey foreign key (key_id) references api_keys(id),
  constraint staff_key_check check ( case when (key_id is null) then (role <> all (array['key', 'limited_key'])) else ((role in ('key', 'limited_key')) and (email = (key_id))) end),
  constraint staff_role_check check ((role in ('owner', 'integration', 'support', 'sales', 'content', 'auditor', 'key', 'limited_key')))
);
alter table staff enable row level security, force row level security;
create policy every_row on staff for select to portal_backup using (true);
create policy names_only on staff for select to portal_console using ((current_staff() is not null));
create policy sign_in on staff to portal_server using (true) with check (true);
grant select on staff to portal_backup;
grant select (id, name, role, disabled_at, key_id) on staff to portal_console;
grant select, insert, update on staff to portal_server;

-- From which day to which day a member of staff is away, both included, in UTC.
create table staff_absences (
  id uuid not null,
  staff_id uuid not null,
  -- Who sees the accounts of the one who is away meanwhile, and gets their mails.
  stand_in uuid not null,
  first_day date not null,
  last_day date not null,
  created_at timestamptz not null,
  constraint staff_absences_pkey primary key (id),
  constraint staff_absences_staff_id_fkey foreign key (staff_id) references staff(id) on delete cascade,
  constraint staff_absences_stand_in_fkey foreign key (stand_in) references staff(id) on delete cascade,
  constraint staff_absences_check check (first_day <= last_day),
  constraint staff_absences_check1 check (staff_id <> stand_in)
);
create index staff_absences_of_staff on staff_absences (staff_id, last_day);
create index staff_absences_of_stand_in on staff_absences (stand_in, last_day);
alter table staff_absences enable row level security, force row level security;
create policy all_accounts on staff_absences to portal_server using (true) with check (true);
create policy every_row on staff_absences for select to portal_backup using (true);
create policy names_only on staff_absences for select to portal_console using ((current_staff() is not null));
create trigger absences_changed after insert or delete or update on staff_absences for each statement execute function notify_console_changed();
create trigger refuse_overlapping_absence before insert or update on staff_absences for each row execute function refuse_overlapping_absence();
grant select on staff_absences to portal_backup;
grant select on staff_absences to portal_console;
grant select, insert, delete on staff_absences to portal_server;

-- Which accounts are whose: a salesperson sees these alone.
create table staff_accounts (
  account_id uuid not null,
  staff_id uuid not null,
  created_at timestamptz not null,
  -- Stands in for whoever looks after the account.
  deputy boolean not null default false,
  constraint staff_accounts_pkey primary key (account_id, staff_id),
  constraint staff_accounts_account_id_fkey foreign key (account_id) references accounts(account_id) on delete cascade,
  constraint staff_accounts_staff_id_fkey foreign key (staff_id) references staff(id) on delete cascade
);
create index staff_accounts_of_staff on staff_accounts (staff_id, account_id);
alter table staff_accounts enable row level security, force row level security;
create policy all_accounts on staff_accounts to portal_server using (true) with check (true);
create policy every_row on staff_accounts for select to portal_backup using (true);
create policy own_accounts on staff_accounts for select to portal_console using ((((staff_id = current_staff()) or (staff_id in ( select stood_in_for(current_staff()) as stood_in_for))) and (exists ( select from staff s where ((s.id = current_staff()) and (s.disabled_at is null) and (s.role <> 'content'))))));
grant select on staff_accounts to portal_backup;
grant select on staff_accounts to portal_console;
grant select, insert, delete on staff_accounts to portal_server;
grant update (deputy) on staff_accounts to portal_server;

-- What a member of staff signs in with who has no passkey: a password and an authenticator app, never one without
-- the other.
create table staff_credentials (
  staff_id uuid not null,
  -- Argon2id, as a PHC string.
  hash text not null,
  -- The app's key, encrypted with a key that the database does not hold.
  sealed bytea not null,
  -- The time step of the last code that was taken: none is taken twice.
  last_step integer not null,
  changed_at timestamptz not null,
  constraint staff_credentials_pkey primary key (staff_id),
  constraint staff_credentials_staff_id_fkey foreign key (staff_id) references staff(id) on delete cascade
);
alter table staff_credentials enable row level security, force row level security;
create policy every_row on staff_credentials for select to portal_backup using (true);
create policy sign_in on staff_credentials to portal_server using (true) with check (true);
grant select on staff_credentials to portal_backup;
grant select, insert, update, delete on staff_credentials to portal_server;

-- Who a member of staff is at the identity provider: they come by it alone, with the role that their groups there
-- have.
create table staff_identities (
  id uuid not null,
  staff_id uuid not null,
  issuer text not null,
  subject text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  constraint staff_identities_pkey primary key (id),
  constraint staff_identities_issuer_subject_key unique (issuer, subject),
  constraint staff_identities_staff_id_key unique (staff_id),
  constraint staff_identities_staff_id_fkey foreign key (staff_id) references staff(id) on delete cascade
);
alter table staff_identities enable row level security, force row level security;
create policy every_row on staff_identities for select to portal_backup using (true);
create policy sign_in on staff_identities to portal_server using (true) with check (true);
grant select on staff_identities to portal_backup;
grant select, insert, update, delete on staff_identities to portal_server;

-- Links by which somebody joins the staff, or by which a member sets a new password and a new app. Only hashes are
-- kept.
create table staff_invitations (
  id uuid not null,
  hash bytea not null,
  -- Null: the link that a new portal prints; whoever opens it says who they are.
  email text collate "C",
  role text collate "C" not null,
  -- The key of the app that is set up with the link, encrypted.
  sealed bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  constraint staff_invitations_pkey primary key (id),
  constraint staff_invitations_hash_key unique (hash),
  constraint staff_invitations_role_check check ((role in ('owner', 'integration', 'support', 'sales', 'content', 'auditor')))
);
create index staff_invitations_expired on staff_invitations (expires_at);
create index staff_invitations_of_email on staff_invitations (email);
alter table staff_invitations enable row level security, force row level security;
create policy every_row on staff_invitations for select to portal_backup using (true);
create policy sign_in on staff_invitations to portal_server using (true) with check (true);
grant select on staff_invitations to portal_backup;
grant select, insert, update, delete on staff_invitations to portal_server;

-- What a browser signs with a passkey of staff, until it does.
create table staff_passkey_challenges (
  hash bytea not null,
  -- Who makes a passkey; null: whoever has one signs in.
  owner uuid,
  expires_at timestamptz not null,
  constraint staff_passkey_challenges_pkey primary key (hash)
);
create index staff_passkey_challenges_expired on staff_passkey_challenges (expires_at);
alter table staff_passkey_challenges enable row level security, force row level security;
create policy every_row on staff_passkey_challenges for select to portal_backup using (true);
create policy sign_in on staff_passkey_challenges to portal_server using (true) with check (true);
grant select on staff_passkey_challenges to portal_backup;
grant select, insert, delete on staff_passkey_challenges to portal_server;

-- Passkeys by which staff sign in to the console. They are none of the customers' passkeys: nothing here opens the
-- portal of a customer.
create table staff_passkeys (
  id uuid not null,
  staff_id uuid not null,
  credential bytea not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  -- Whether a service keeps it and shares it between devices.
  backed_up boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint staff_passkeys_pkey primary key (id),
  constraint staff_passkeys_credential_key unique (credential),
  constraint staff_passkeys_staff_id_fkey foreign key (staff_id) references staff(id) on delete cascade
);
create index staff_passkeys_of_staff on staff_passkeys (staff_id, id);
alter table staff_passkeys enable row level security, force row level security;
create policy every_row on staff_passkeys for select to portal_backup using (true);
create policy sign_in on staff_passkeys to portal_server using (true) with check (true);
grant select on staff_passkeys to portal_backup;
grant select, insert, update, delete on staff_passkeys to portal_server;

-- The photograph of a member of staff, as the portal has drawn it itself; customers whose contact they are see it.
create table staff_pictures (
  staff_id uuid not null,
  png bytea storage external not null,
  changed_at timestamptz not null,
  constraint staff_pictures_pkey primary key (staff_id),
  constraint staff_pictures_staff_id_fkey foreign key (staff_id) references staff(id) on delete cascade
);
alter table staff_pictures enable row level security, force row level security;
create policy all_accounts on staff_pictures to portal_server using (true) with check (true);
create policy every_row on staff_pictures for select to portal_backup using (true);
grant select on staff_pictures to portal_backup;
grant select, insert, update, delete on staff_pictures to portal_server;

-- Sign-ins to the console. The browser holds what this is the hash of; each call is looked up here.
create table staff_sessions (
  id uuid not null,
  staff_id uuid not null,
  hash bytea not null,
  created_at timestamptz not null,
  -- Accurate to a minute.
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  user_agent text,
  address_prefix text,
  -- When the person last showed a factor: at the sign-in, or again before something dangerous.
  proven_at timestamptz not null,
  constraint staff_sessions_pkey primary key (id),
  constraint staff_sessions_hash_key unique (hash),
  constraint staff_sessions_staff_id_fkey foreign key (staff_id) references staff(id) on delete cascade
);
create index staff_sessions_expired on staff_sessions (expires_at);
create index staff_sessions_of_staff on staff_sessions (staff_id, id);
alter table staff_sessions enable row level security, force row level security;
create policy every_row on staff_sessions for select to portal_backup using (true);
create policy sign_in on staff_sessions to portal_server using (true) with check (true);
grant select on staff_sessions to portal_backup;
grant select, insert, update, delete on staff_sessions to portal_server;

-- Browsers of staff that are at the identity provider. Only hashes are kept.
create table staff_sign_on_attempts (
  hash bytea not null,
  -- Who shows there that it is still they; null: somebody signs in.
  session_id uuid,
  begun_at timestamptz not null,
  expires_at timestamptz not null,
  constraint staff_sign_on_attempts_pkey primary key (hash),
  constraint staff_sign_on_attempts_session_id_fkey foreign key (session_id) references staff_sessions(id) on delete cascade
);
create index staff_sign_on_attempts_expired on staff_sign_on_attempts (expires_at);
create index staff_sign_on_attempts_of_session on staff_sign_on_attempts (session_id) where (session_id is not null);
alter table staff_sign_on_attempts enable row level security, force row level security;
create policy every_row on staff_sign_on_attempts for select to portal_backup using (true);
create policy sign_in on staff_sign_on_attempts to portal_server using (true) with check (true);
grant select on staff_sign_on_attempts to portal_backup;
grant select, insert, delete on staff_sign_on_attempts to portal_server;

-- Check-ups, backups and their verifications that staff began in the console, and backups that the portal makes by
-- itself.
create table system_runs (
  id uuid not null,
  kind text collate "C" not null,
  -- Who began it; null: the portal, at the time that is set.
  staff_id uuid,
  started_at timestamptz not null,
  -- When its server last said that it goes on: without that for a minute it was broken off.
  seen_at timestamptz not null,
  finished_at timestamptz,
  progress text,
  fault text,
  -- What a check-up has found so far: name, verdict and text.
  findings jsonb not null default '[]',
  constraint system_runs_pkey primary key (id),
  constraint system_runs_staff_id_fkey foreign key (staff_id) references staff(id),
  constraint system_runs_kind_check check ((kind in ('doctor', 'backup', 'verify')))
);
create index system_runs_of_kind on system_runs (kind, id);
create index system_runs_of_staff on system_runs (staff_id);
create unique index system_runs_one_at_a_time on system_runs (true) where (finished_at is null);
alter table system_runs enable row level security, force row level security;
create policy every_row on system_runs for select to portal_backup using (true);
create policy kept_by_server on system_runs to portal_server using (true) with check (true);
grant select on system_runs to portal_backup;
grant select, insert, update, delete on system_runs to portal_server;

-- Which version of the terms of use a person accepted, and when.
create table terms_acceptances (
  user_id uuid not null,
  version text collate "C" not null,
  accepted_at timestamptz not null,
  address_prefix text,
  constraint terms_acceptances_pkey primary key (user_id, version),
  constraint terms_acceptances_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
alter table terms_acceptances enable row level security, force row level security;
create policy every_row on terms_acceptances for select to portal_backup using (true);
create policy sign_in on terms_acceptances to portal_server using (true) with check (true);
grant select on terms_acceptances to portal_backup;
grant select, insert, update, delete on terms_acceptances to portal_server;

-- How often somebody lately failed to sign in, counted for a pair of person and network, a person, a network and
-- all.
create table throttle_buckets (
  -- A hash: neither addresses nor e-mails of strangers are kept.
  key bytea not null,
  level double precision not null,
  updated_at timestamptz not null,
  blocked_until timestamptz,
  -- When the right password last came from this pair.
  proven_at timestamptz,
  constraint throttle_buckets_pkey primary key (key)
);
create index throttle_buckets_stale on throttle_buckets (updated_at);
alter table throttle_buckets enable row level security, force row level security;
create policy every_row on throttle_buckets for select to portal_backup using (true);
create policy sign_in on throttle_buckets to portal_server using (true) with check (true);
grant select on throttle_buckets to portal_backup;
grant select, insert, update, delete on throttle_buckets to portal_server;

-- A browser that need not show the second factor each time.
create table trusted_devices (
  id uuid not null,
  user_id uuid not null,
  hash bytea not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  user_agent text,
  address_prefix text,
  constraint trusted_devices_pkey primary key (id),
  constraint trusted_devices_hash_key unique (hash),
  constraint trusted_devices_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index trusted_devices_expired on trusted_devices (expires_at);
create index trusted_devices_of_user on trusted_devices (user_id, id);
alter table trusted_devices enable row level security, force row level security;
create policy every_row on trusted_devices for select to portal_backup using (true);
create policy sign_in on trusted_devices to portal_server using (true) with check (true);
grant select on trusted_devices to portal_backup;
grant select, insert, update, delete on trusted_devices to portal_server;

-- To whom the mail of an answer did not arrive: until one does, or somebody of the staff has dealt with it.
create table undelivered_answers (
  account_id uuid not null,
  request_id uuid not null,
  user_id uuid not null,
  -- The address to which it was sent.
  email text collate "C" not null,
  -- What the mail server said.
  reason text not null,
  refused_at timestamptz not null,
  constraint undelivered_answers_pkey primary key (account_id, request_id, user_id),
  constraint undelivered_answers_account_id_request_id_fkey foreign key (account_id, request_id) references requests(account_id, id) on update cascade on delete cascade,
  constraint undelivered_answers_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index undelivered_answers_by_age on undelivered_answers (refused_at, request_id);
create index undelivered_answers_of_person on undelivered_answers (user_id);
alter table undelivered_answers enable row level security, force row level security;
create policy all_accounts on undelivered_answers to portal_server using (true) with check (true);
create policy every_row on undelivered_answers for select to portal_backup using (true);
create policy seen_by_staff on undelivered_answers for select to portal_console using ((( select staff_sees_all_accounts() as staff_sees_all_accounts) or (account_id in ( select s.account_id from staff_accounts s union all select k.account_id from key_accounts k))));
grant select on undelivered_answers to portal_backup;
grant select on undelivered_answers to portal_console;
grant select, insert, update, delete on undelivered_answers to portal_server;

-- Serial numbers and lots, by their code without punctuation.
create table units (
  account_id uuid not null,
  code text collate "C" not null,
  type text collate "C" not null,
  list_date date not null,
  document_id uuid not null,
  "position" integer not null,
  kind text collate "C" not null,
  -- As it was written.
  written text not null,
  sku text collate "C",
  constraint units_pkey primary key (account_id, code, type, list_date, document_id, "position", kind, written),
  constraint units_account_id_document_id_fkey foreign key (account_id, document_id) references documents(account_id, id) on delete cascade,
  constraint units_kind_check check ((kind in ('serial', 'lot')))
);
create index units_of_document on units (account_id, document_id, "position");
create index units_of_item on units (account_id, sku, code) where (sku is not null);
alter table units enable row level security, force row level security;
create policy all_accounts on units to portal_server using (true) with check (true);
create policy every_row on units for select to portal_backup using (true);
create policy own_account on units to portal using ((account_id = current_account()));
grant select on units to portal;
grant select on units to portal_backup;
grant select, insert, update, delete on units to portal_server;

-- Objects that no row names any more, or that were begun and have no row yet: they are removed from the object
-- storage after OBJECT_STORAGE_KEEP_DAYS.
create table unused_objects (
  object_key text collate "C" not null,
  -- The moment since which no row names it, or at which it was begun.
  since timestamptz not null,
  constraint unused_objects_pkey primary key (object_key)
);
create index unused_objects_by_age on unused_objects (since);
grant select on unused_objects to portal_backup;
grant select, insert, update, delete on unused_objects to portal_server;

-- A person who may sign in: one row, however many accounts they belong to.
create table users (
  id uuid not null,
  -- Trimmed, NFC, lower case: the key of sign-in.
  email text collate "C" not null,
  name text not null,
  created_at timestamptz not null,
  disabled_at timestamptz,
  -- The person's own choice; null: as their account.
  language text collate "C",
  -- What their browser asked for when they were last here: mails that no request causes need it.
  browser_language text collate "C",
  -- A name of the IANA database, such as Europe/Berlin.
  time_zone text collate "C",
  -- How a person wants the portal to look, as the contract describes it: it comes along to their other browsers. It
  -- is read and written whole and never looked into, so it is one value.
  appearance jsonb,
  -- When the person asked to be deleted; the operator carries it out.
  deletion_asked_at timestamptz,
  deletion_note text,
  -- When the deletion was carried out: what is left is an id that the audit log and retained documents point to.
  erased_at timestamptz,
  -- Wrong codes of a second factor since the last right one: after a hundred none is checked any more.
  wrong_codes integer not null default 0,
  constraint users_pkey primary key (id),
  constraint users_email_key unique (email),
  constraint users_browser_language_check check ((browser_language in ('en', 'de', 'fr', 'es', 'nl', 'ar'))),
  constraint users_language_check check ((language in ('en', 'de', 'fr', 'es', 'nl', 'ar')))
);
create index users_shut_out on users (id) where ((disabled_at is not null) or (wrong_codes >= 100));
create index users_to_delete on users (deletion_asked_at) where ((deletion_asked_at is not null) and (erased_at is null));
alter table users enable row level security, force row level security;
create policy every_row on users for select to portal_backup using (true);
create policy seen_by_staff on users for select to portal_console using ((( select staff_sees_all_accounts() as staff_sees_all_accounts) or (id in ( select m.user_id from memberships m))));
create policy sign_in on users to portal_server using (true) with check (true);
create trigger end_sessions_of_disabled_user after update of disabled_at on users for each row when (((new.disabled_at is not null) and (old.disabled_at is null))) execute function end_sessions_of_disabled_user();
create trigger split_inserted after insert on users for each row execute function split_person();
create trigger split_updated after update on users for each row when (((old.name is distinct from new.name) or (old.email is distinct from new.email) or (old.erased_at is distinct from new.erased_at))) execute function split_person();
grant select on users to portal_backup;
grant select (id, email, name, created_at, disabled_at, language, deletion_asked_at, erased_at, wrong_codes) on users to portal_console;
grant select, insert, update, delete on users to portal_server;

-- Words that were searched for in vain. A word is stored only once three people have searched for it within 30
-- days.
create table vain_searches (
  -- Of the word, with a key that the database does not hold.
  hash bytea not null,
  word text,
  -- Who has searched for it, as short hashes that name nobody; emptied once there are three.
  searchers bytea[] not null,
  times integer not null,
  searched_on date not null,
  constraint vain_searches_pkey primary key (hash)
);
create index vain_searches_by_day on vain_searches (searched_on);
create index vain_searches_told on vain_searches (times) where (word is not null);
alter table vain_searches enable row level security, force row level security;
create policy every_row on vain_searches for select to portal_backup using (true);
create policy kept_by_server on vain_searches to portal_server using (true) with check (true);
grant select on vain_searches to portal_backup;
grant select, insert, update, delete on vain_searches to portal_server;

-- When a member of staff saw the portal as a member of an account sees it, and why. The account's admins read it.
create table viewings (
  account_id uuid not null,
  id uuid not null,
  staff_id uuid not null,
  staff_session_id uuid,
  user_id uuid not null,
  -- Of the token that the browser holds; each call of a viewing is looked up here.
  hash bytea not null,
  reason text not null,
  started_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  constraint viewings_pkey primary key (account_id, id),
  constraint viewings_hash_key unique (hash),
  constraint viewings_account_id_fkey foreign key (account_id) references accounts(account_id) on update cascade on delete cascade,
  constraint viewings_staff_id_fkey foreign key (staff_id) references staff(id),
  constraint viewings_staff_session_id_fkey foreign key (staff_session_id) references staff_sessions(id) on delete set null,
  constraint viewings_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index viewings_of_session on viewings (staff_session_id);
create index viewings_of_staff on viewings (staff_id, id);
create index viewings_of_user on viewings (user_id);
alter table viewings enable row level security, force row level security;
create policy all_accounts on viewings to portal_server using (true) with check (true);
create policy every_row on viewings for select to portal_backup using (true);
grant select on viewings to portal_backup;
grant select, insert, update on viewings to portal_server;

-- When a member was last here, and when the visit before that one ended.
create table visits (
  account_id uuid not null,
  user_id uuid not null,
  visited_at timestamptz not null,
  previous_visit_at timestamptz,
  constraint visits_pkey primary key (account_id, user_id),
  constraint visits_account_id_user_id_fkey foreign key (account_id, user_id) references memberships(account_id, user_id) on delete cascade
);
alter table visits enable row level security, force row level security;
create policy all_accounts on visits to portal_server using (true) with check (true);
create policy every_row on visits for select to portal_backup using (true);
create policy seen_by_staff on visits for select to portal_console using ((( select staff_sees_all_accounts() as staff_sees_all_accounts) or (account_id in ( select s.account_id from staff_accounts s union all select k.account_id from key_accounts k))));
grant select on visits to portal_backup;
grant select (account_id, user_id, visited_at) on visits to portal_console;
grant select, insert, update, delete on visits to portal_server;

-- view account_numbers (number text, account_id uuid)
-- view lines_without_order (account_id uuid, order_id uuid, position integer, sku text, unit text, ordered numeric, shipped numeric, delivered numeric, returned numeric, invoiced numeric, in_transit numeric, open numeric, arrival date)
-- view order_line_flows (account_id uuid, order_id uuid, position integer, sku text, document_id uuid, via text, quantity numeric(18,6), shipped numeric, delivered numeric, returned numeric, in_transit numeric, expected date, lost numeric, invoiced numeric, credited numeric, annulled numeric)
-- view order_line_stages (account_id uuid, order_id uuid, position integer, sku text, unit text, is_kit boolean, ordered numeric, shipped numeric, delivered numeric, returned numeric, invoiced numeric, in_transit numeric, cancelled numeric, open numeric, arrival date, carried jsonb)
-- view order_progress (account_id uuid, id uuid, status text, fulfilment text, billing text, payment text, fulfilled_date date)
-- function advised_amount(account uuid, number text, open numeric) returns numeric
-- function all_counted(account uuid, document uuid, number text) returns boolean
-- function analyze_partitioned_table(name text) returns void
-- function browse_documents(search jsonb) returns TABLE(part text, hit_id uuid, hit_day date, hit_type text, hits integer, more boolean)
-- function came_so_far(account uuid, shipment text, line text, quantity numeric, details jsonb) returns numeric
-- function count_documents() returns trigger
-- function count_removed() returns trigger
-- function current_account() returns uuid
-- function current_day() returns date
-- function current_staff() returns uuid
-- function days_deleted() returns trigger
-- function days_inserted() returns trigger
-- function days_updated() returns trigger
-- function decided_status(account uuid, number text, revision text) returns text
-- function disputed_amount(account uuid, document uuid, number text, open numeric) returns numeric
-- function document_changes_inserted() returns trigger
-- function end_approvals() returns trigger
-- function end_approvals_of_removed() returns trigger
-- function end_sessions_of_disabled_user() returns trigger
-- function end_sessions_without_factor(account uuid, ended_at timestamp with time zone) returns integer
-- function first_late_day(type text, promised_date date, estimated_date date, delivered_date date, status text) returns date
-- function folded(said text) returns text
-- function folded_code(said text) returns text
-- function forget_devices_of_changed_password() returns trigger
-- function held_terms(terms text[], types text[]) returns text[]
-- function invoice_act(account uuid, document uuid, number text, open numeric, day date) returns json
-- function is_late(promised_date date, estimated_date date, delivered_date date, status text, today date) returns boolean
-- function item_terms_of(sku text, customer_sku text, gtin text, name text) returns SETOF text
-- function keep_item_terms() returns trigger
-- function last_received() returns timestamp with time zone
-- function last_seen(account uuid, person uuid) returns timestamp with time zone
-- function last_shown_day(type text, status text, valid_until date, due_date date, last_event_at timestamp with time zone) returns date
-- function minor_units(currency text) returns integer
-- function move_deleted() returns trigger
-- function move_inserted() returns trigger
-- function move_updated() returns trigger
-- function movements_of(type text, status text, currency text, issue_date date, invoice_kind text, gross numeric, open numeric, credited numeric, details jsonb, set_off jsonb) returns TABLE(day date, "position" integer, kind text, amount numeric)
-- function name_return() returns trigger
-- function named_accounts(term text, at_most integer) returns SETOF uuid
-- function near_words(term text, at_most integer) returns TABLE(word text, inside boolean)
-- function nearest_spelling(term text, variants text[], types text[]) returns text
-- function note_request_change() returns trigger
-- function note_unused_object() returns trigger
-- function notice_choice(account uuid, person uuid, of_type text, of_number text, of_document uuid) returns text
-- function notify_account_changed() returns trigger
-- function notify_console_changed() returns trigger
-- function notify_refused_session() returns trigger
-- function number_documents() returns trigger
-- function numbered_documents(beginning text, types text[], at_most integer) returns TABLE(id uuid, list_date date)
-- function overview_account() returns trigger
-- function overview_documents() returns trigger
-- function overview_invitations() returns trigger
-- function overview_members() returns trigger
-- function overview_sign_in() returns trigger
-- function paid_apart(invoice_kind text, paid numeric, details jsonb, set_off jsonb) returns numeric
-- function parts_within(terms tsvector, parts text[]) returns boolean
-- function payment_held_until(account uuid, number text) returns date
-- function plain_text(given text) returns text
-- function plan_reminders() returns trigger
-- function promised_payment(account uuid, number text) returns date
-- function refuse_change_of_audit_log() returns trigger
-- function refuse_overlapping_absence() returns trigger
-- function refuse_tokens_of_changed_membership() returns trigger
-- function renumber_document() returns trigger
-- function search_document_ids(search_terms text[], types text[], first_day date, last_day date, before_day date, before_id uuid, at_most integer, most_walked integer) returns TABLE(id uuid, list_date date, rest boolean)
-- function search_documents(search jsonb) returns TABLE(part text, hit_id uuid, hit_day date, hit_type text, hits integer, more boolean)
-- function search_messages(search jsonb) returns TABLE(part text, request_id uuid, id uuid, written_at timestamp with time zone)
-- function search_query(account uuid, groups text[], whole text) returns tsquery
-- function search_term(account_key text, term text, ending text) returns tsquery
-- function set_off_by_payments(set_off jsonb) returns numeric
-- function share_of(shared numeric, before numeric, room numeric, is_last boolean) returns numeric
-- function shown_status(type text, status text, valid_until date, due_date date, last_event_at timestamp with time zone, today date) returns text
-- function split_person() returns trigger
-- function staff_sees_all_accounts() returns boolean
-- function standing_messages(account uuid, messages message_hit[], at_most integer) returns message_hit[]
-- function stem_again() returns trigger
-- function stem_of(word text, language text) returns text
-- function stood_in_for(member uuid) returns SETOF uuid
-- function stood_in_for(member uuid, day date) returns SETOF uuid
-- function sum_deleted() returns trigger
-- function sum_inserted() returns trigger
-- function sum_ordered_lines() returns trigger
-- function sum_updated() returns trigger
-- function unread_by_staff(request requests, staff uuid, since timestamp with time zone) returns timestamp with time zone
-- function unread_since(account uuid, request uuid, made timestamp with time zone, request_state text, staff uuid, since timestamp with time zone) returns TABLE(at timestamp with time zone)
-- function waiting_since(account uuid, request uuid, made timestamp with time zone, request_state text) returns TABLE(at timestamp with time zone)
-- function whole_kits(enough numeric, ordered numeric) returns numeric
