-- What the console shows of customers and of their people: their list in its orders, how people are found by name or mail,
-- who of the staff looks after whom, and what staff write of a customer for each other.

-- One row for each account that is none's part. What documents and what people change stands apart: an import, which may
-- take minutes, must not keep anybody from signing in.
create table account_overviews (
  account_id uuid primary key references accounts on delete cascade,
  name text collate "C" not null,
  number text collate "C" not null,
  members integer not null default 0,
  invited integer not null default 0,
  signed_in_at timestamptz not null default '-infinity'
);
create index account_overviews_by_name on account_overviews (name, account_id);
create index account_overviews_by_sign_in on account_overviews (signed_in_at, account_id);
-- A list of few among many is read without the others.
create index account_overviews_uninvited on account_overviews (name, account_id) where members = 0 and invited = 0;
create index account_overviews_unused on account_overviews (name, account_id) where signed_in_at = '-infinity' and (members > 0 or invited > 0);
alter table account_overviews enable row level security, force row level security;
grant select, insert, update, delete on account_overviews to portal_server;
grant select on account_overviews to portal_console;

create table account_freshness (
  account_id uuid primary key references accounts on delete cascade,
  changed_at timestamptz not null default '-infinity'
);
create index account_freshness_by_time on account_freshness (changed_at, account_id);
alter table account_freshness enable row level security, force row level security;
grant select, insert, update, delete on account_freshness to portal_server;
grant select on account_freshness to portal_console;

create table person_words (
  user_id uuid not null references users on delete cascade,
  word text collate "C" not null,
  primary key (user_id, word)
);
create index person_words_by_word on person_words (word, user_id);
alter table person_words enable row level security, force row level security;
grant select, insert, delete on person_words to portal_server;
grant select on person_words to portal_console;

create table account_notes (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  staff_id uuid not null references staff,
  text text not null,
  written_at timestamptz not null,
  primary key (account_id, id)
);
create index account_notes_by_time on account_notes (account_id, written_at, id);
create index account_notes_of_staff on account_notes (staff_id);
alter table account_notes enable row level security, force row level security;
grant select, insert, delete on account_notes to portal_server;
grant select on account_notes to portal_console;

alter table staff_accounts add column deputy boolean not null default false;
grant update (deputy) on staff_accounts to portal_server;

-- Who cannot sign in until somebody does something about it.
create index users_shut_out on users (id) where disabled_at is not null or wrong_codes >= 100;
create index requests_waiting_of_account on requests (account_id) where state in ('open', 'taken');
-- What staff did to a person stands in the log under the member of staff.
create index audit_log_on_person on audit_log ((details ->> 'person'), at) where details ? 'person';

-- Columns, never whole tables: no password, no key and no link can be read by the console's role.
grant select (language, time_zone, requires_second_factor, created_at, merged_into) on accounts to portal_console;
grant select on account_identifiers, account_addresses, credit_limits, document_sums to portal_console;
grant select (account_id, id, type, number, status_changed_at) on documents to portal_console;
grant select (id, email, name, created_at, disabled_at, language, deletion_asked_at, erased_at, wrong_codes) on users to portal_console;
grant select on memberships to portal_console;
grant select (id, email, name, account_id, role, created_at, expires_at, accepted_at, revoked_at) on invitations to portal_console;
grant select (id, user_id, account_id, created_at, rotated_at, expires_at, revoked_at, user_agent, address_prefix, signed_in_by, second_factor_at)
  on sessions to portal_console;
grant select (user_id, method, created_at) on second_factors to portal_console;
grant select (id, user_id, name, created_at, last_used_at) on passkeys to portal_console;
alter table account_identifiers enable row level security, force row level security;

-- What was there before; the owner sees rows only by a policy.
alter table accounts no force row level security;
alter table users no force row level security;
alter table memberships no force row level security;
alter table invitations no force row level security;
alter table sessions no force row level security;
alter table documents no force row level security;
alter table account_overviews no force row level security;
alter table account_freshness no force row level security;
alter table person_words no force row level security;

insert into account_overviews (account_id, name, number, members, invited, signed_in_at)
select a.account_id, left(lower(regexp_replace(normalize(a.name, nfd), '[\u0300-\u036f\u064b-\u0652]', '', 'g')), 200), lower(a.number),
  (select count(*) from memberships m where m.account_id = a.account_id),
  (select count(*) from invitations i where i.account_id = a.account_id and i.accepted_at is null and i.revoked_at is null),
  coalesce((select max(s.created_at) from sessions s where s.account_id = a.account_id), '-infinity')
from accounts a where a.merged_into is null;
insert into account_freshness (account_id, changed_at)
select a.account_id, coalesce((select max(d.ingested_at) from documents d where d.account_id = a.account_id), '-infinity')
from accounts a where a.merged_into is null;
insert into person_words (user_id, word)
select distinct u.id, left(w, 60) from users u cross join lateral
  regexp_split_to_table(lower(regexp_replace(normalize(u.name || ' ' || u.email, nfd), '[\u0300-\u036f\u064b-\u0652]', '', 'g')), '[^[:alnum:]]+') w
where w <> '' and u.erased_at is null;

alter table accounts force row level security;
alter table users force row level security;
alter table memberships force row level security;
alter table invitations force row level security;
alter table sessions force row level security;
alter table documents force row level security;
alter table account_overviews force row level security;
alter table account_freshness force row level security;
alter table person_words force row level security;
