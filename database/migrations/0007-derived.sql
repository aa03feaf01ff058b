-- What is computed from documents when they are written: counts, sums, movements, ordered lines, items. Triggers and
-- ingest keep it.

create table account_versions (
  account_id uuid primary key references accounts,
  version bigint not null,
  quotes bigint not null default 0,
  orders bigint not null default 0,
  shipments bigint not null default 0,
  invoices bigint not null default 0,
  removed bigint not null default 0
);
alter table account_versions enable row level security, force row level security;
grant select on account_versions to portal;
grant select, insert, update, delete on account_versions to portal_server;

create table document_counts (
  account_id uuid not null references accounts,
  type text collate "C" not null,
  status text collate "C" not null,
  count bigint not null,
  primary key (account_id, type, status)
);
alter table document_counts enable row level security, force row level security;
grant select on document_counts to portal;
grant select, insert, update, delete on document_counts to portal_server;

create table document_days (
  account_id uuid not null references accounts,
  type text collate "C" not null,
  status text collate "C" not null,
  day date not null,
  count bigint not null,
  primary key (account_id, type, status, day)
);
alter table document_days enable row level security, force row level security;
grant select on document_days to portal;
grant select, insert, update, delete on document_days to portal_server;

create table document_sums (
  account_id uuid not null references accounts,
  topic text collate "C" not null,
  status text collate "C" not null,
  currency text collate "C" not null,
  day date not null,
  moved boolean not null,
  count bigint not null,
  amount numeric not null,
  primary key (account_id, topic, status, currency, day, moved)
);
alter table document_sums enable row level security, force row level security;
grant select on document_sums to portal;
grant select, insert, update, delete on document_sums to portal_server;

create table account_movements (
  account_id uuid not null references accounts,
  currency text collate "C" not null,
  day date not null,
  document_id uuid not null,
  position integer not null,
  kind text collate "C" not null,
  amount numeric(18, 4) not null,
  primary key (account_id, currency, day, document_id, position) include (amount)
);
alter table account_movements enable row level security, force row level security;
grant select on account_movements to portal;
grant select, insert, update, delete on account_movements to portal_server;

create table account_months (
  account_id uuid not null references accounts,
  currency text collate "C" not null,
  month date not null,
  amount numeric not null,
  primary key (account_id, currency, month)
);
alter table account_months enable row level security, force row level security;
grant select on account_months to portal;
grant select, insert, update, delete on account_months to portal_server;

create table ordered_lines (
  account_id uuid not null,
  order_id uuid not null,
  position integer not null,
  sku text collate "C",
  unit text,
  ordered numeric(18, 6) not null,
  shipped numeric(18, 6) not null,
  delivered numeric(18, 6) not null,
  returned numeric(18, 6) not null,
  invoiced numeric(18, 6) not null,
  in_transit numeric(18, 6) not null,
  open numeric(18, 6) not null,
  arrival date,
  cancelled numeric(18, 6) not null default 0,
  is_kit boolean not null default false,
  carried jsonb,
  primary key (account_id, order_id, position),
  foreign key (account_id, order_id) references documents on delete cascade
);
create index ordered_lines_coming on ordered_lines (account_id, arrival, order_id, position) where arrival is not null and not is_kit;
create index ordered_lines_coming_of_item on ordered_lines (account_id, sku, arrival, order_id, position) where arrival is not null;
alter table ordered_lines enable row level security, force row level security;
grant select on ordered_lines to portal;
grant select, insert, update, delete on ordered_lines to portal_server;

create table items (
  account_id uuid not null references accounts,
  sku text collate "C" not null,
  customer_sku text,
  gtin text,
  name text,
  unit text,
  seen_in integer not null,
  described_on date not null,
  primary key (account_id, sku)
);
alter table items enable row level security, force row level security;
grant select on items to portal;
grant select, insert, update, delete on items to portal_server;

create table item_terms (
  account_id uuid not null,
  sku text collate "C" not null,
  term text collate "C" not null,
  primary key (account_id, sku, term)
);
create index item_terms_by_term on item_terms (account_id, term, sku);
alter table item_terms enable row level security, force row level security;
grant select on item_terms to portal;
grant select, insert, update, delete on item_terms to portal_server;

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
  primary key (account_id, sku, unit)
) with (fillfactor = 70);
alter table item_totals enable row level security, force row level security;
grant select on item_totals to portal;
grant select, insert, update, delete on item_totals to portal_server;

create table units (
  account_id uuid not null,
  code text collate "C" not null,
  type text collate "C" not null,
  list_date date not null,
  document_id uuid not null,
  position integer not null,
  kind text collate "C" not null check (kind in ('serial', 'lot')),
  written text not null,
  sku text collate "C",
  primary key (account_id, code, type, list_date, document_id, position, kind, written),
  foreign key (account_id, document_id) references documents on delete cascade
);
create index units_of_document on units (account_id, document_id, position);
create index units_of_item on units (account_id, sku, code) where sku is not null;
alter table units enable row level security, force row level security;
grant select on units to portal;
grant select, insert, update, delete on units to portal_server;
