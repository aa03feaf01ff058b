-- What staff publish in the console: announcements, texts and the supplier's data; and the counts of how the portal is used.
create table announcements (
  id uuid primary key,
  texts jsonb not null,
  link text,
  place text collate "C" not null check (place in ('portal', 'signIn')),
  account_ids uuid[] not null default '{}',
  roles text[] not null default '{}',
  dismissible boolean not null,
  starts_at timestamptz not null,
  ends_at timestamptz,
  saved_at timestamptz not null,
  staff_id uuid not null references staff
);
create index announcements_by_end on announcements (ends_at, id);
create index announcements_of_staff on announcements (staff_id);
alter table announcements enable row level security, force row level security;
grant select, insert, update, delete on announcements to portal_server;

create table announcement_dismissals (
  user_id uuid not null references users on delete cascade,
  announcement_id uuid not null references announcements on delete cascade,
  dismissed_at timestamptz not null,
  primary key (user_id, announcement_id)
);
create index announcement_dismissals_of_one on announcement_dismissals (announcement_id);
alter table announcement_dismissals enable row level security, force row level security;
grant select, insert, delete on announcement_dismissals to portal_server;

-- Each saving is a row of its own; the newest of a kind, name and language is in force.
create table content_versions (
  id uuid primary key,
  kind text collate "C" not null check (kind in ('faq', 'figures', 'links', 'seller', 'terms')),
  name text collate "C" not null,
  language text collate "C" not null,
  content text,
  saved_at timestamptz not null,
  staff_id uuid not null references staff
);
create index content_versions_in_force on content_versions (kind, name, language, id);
create index content_versions_of_staff on content_versions (staff_id);
alter table content_versions enable row level security, force row level security;
grant select, insert on content_versions to portal_server;

-- One row for each day and thing that is counted, of all people together.
create table daily_counts (
  day date not null,
  what text collate "C" not null,
  count bigint not null,
  primary key (day, what)
);
alter table daily_counts enable row level security, force row level security;
grant select, insert, update, delete on daily_counts to portal_server;

create table vain_searches (
  hash bytea primary key,
  word text,
  searchers bytea[] not null,
  times integer not null,
  searched_on date not null
);
create index vain_searches_told on vain_searches (times) where word is not null;
create index vain_searches_by_day on vain_searches (searched_on);
alter table vain_searches enable row level security, force row level security;
grant select, insert, update, delete on vain_searches to portal_server;
