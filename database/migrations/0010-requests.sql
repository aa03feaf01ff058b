-- What customers ask of the supplier, and the lists that people have saved.

create table requests (
  account_id uuid not null references accounts,
  id uuid not null,
  document_type text collate "C" not null,
  document_number text collate "C" not null,
  document_revision text,
  document_hash bytea not null,
  kind text collate "C" not null,
  content jsonb not null,
  made_at timestamptz not null,
  made_by uuid not null,
  key uuid not null,
  made_by_name text not null,
  made_by_email text not null,
  network text,
  state text collate "C" not null check (state in ('open', 'taken', 'accepted', 'declined', 'answered', 'withdrawn')),
  answer text,
  answered_by text,
  answered_at timestamptz,
  primary key (account_id, id),
  unique (account_id, made_by, key)
);
create index requests_by_id on requests (id);
-- What the supplier looks through, across accounts.
create index requests_by_state on requests (state, made_at, id);
create index requests_of_account on requests (account_id, made_at desc, id desc);
create index requests_of_document on requests (account_id, document_type, document_number, made_at, id);
alter table requests enable row level security, force row level security;
grant select on requests to portal;
grant select, insert on requests to portal_server;
grant update (account_id, document_number, state, answer, answered_by, answered_at) on requests to portal_server;

create table request_files (
  account_id uuid not null,
  request_id uuid not null,
  id uuid not null,
  name text not null,
  mime_type text not null,
  size integer not null,
  sha256 bytea not null,
  content bytea not null,
  created_at timestamptz not null,
  primary key (account_id, request_id, id),
  foreign key (account_id, request_id) references requests on update cascade on delete cascade
);
alter table request_files alter column content set storage external;
alter table request_files enable row level security, force row level security;
grant select on request_files to portal;
grant select, insert on request_files to portal_server;

create table saved_views (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  type text collate "C" not null check (type in ('quotes', 'orders', 'shipments', 'invoices')),
  name text not null,
  state text not null,
  shared boolean not null,
  position integer not null,
  author_id uuid references users on delete set null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create unique index saved_views_own on saved_views (account_id, author_id, type, lower(name)) where not shared;
create unique index saved_views_shared on saved_views (account_id, type, lower(name)) where shared;
alter table saved_views enable row level security, force row level security;
grant select, insert, update, delete on saved_views to portal_server;

create table default_views (
  account_id uuid not null,
  user_id uuid not null references users on delete cascade,
  type text collate "C" not null,
  view_id uuid not null,
  primary key (account_id, user_id, type),
  foreign key (account_id, view_id) references saved_views on delete cascade
);
create index default_views_of_view on default_views (account_id, view_id);
alter table default_views enable row level security, force row level security;
grant select, insert, update, delete on default_views to portal_server;

create table faq_ratings (
  user_id uuid not null references users on delete cascade,
  question text collate "C" not null,
  helpful boolean not null,
  rated_at timestamptz not null,
  primary key (user_id, question)
);
grant select, insert, update, delete on faq_ratings to portal_server;
