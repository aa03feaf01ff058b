-- Documents of all types with what belongs to them. Every table begins its key with the account.

create table documents (
  account_id uuid not null references accounts,
  id uuid not null,
  type text collate "C" not null check (type in ('quotes', 'orders', 'shipments', 'invoices')),
  number text collate "C" not null,
  status text collate "C" not null,
  status_changed_at timestamptz not null default now(),
  issue_date date,
  customer_reference text,
  currency text collate "C",
  net numeric(18, 4),
  discount numeric(18, 4),
  charges numeric(18, 4),
  tax numeric(18, 4),
  gross numeric(18, 4),
  paid numeric(18, 4),
  open numeric(18, 4),
  valid_until date,
  due_date date,
  requested_date date,
  promised_date date,
  estimated_date date,
  despatch_date date,
  delivered_date date,
  fulfilment text collate "C",
  billing text collate "C",
  payment text collate "C",
  invoice_kind text collate "C",
  carrier text,
  tracking_numbers text[] not null default '{}',
  package_count integer not null default 0,
  line_count integer not null default 0,
  last_event_at timestamptz,
  details jsonb not null default '{}',
  source_status text collate "C",
  source_system text not null,
  source_modified_at timestamptz,
  content_hash bytea not null,
  ingested_at timestamptz not null,
  list_date date generated always as (coalesce(issue_date, date '0001-01-01')) stored,
  key_date date generated always as (
    coalesce(
      case type
        when 'quotes' then valid_until
        when 'orders' then coalesce(estimated_date, promised_date, requested_date)
        when 'shipments' then coalesce(delivered_date, estimated_date, promised_date)
        else due_date
      end, date '9999-12-31')) stored,
  fulfilled_date date,
  credited numeric(18, 4) not null default 0,
  gross_order bigint not null generated always as (
    coalesce(((case when invoice_kind = '381' then -abs(gross) else gross end) * 10000)::bigint, -9223372036854775807)) stored,
  open_order bigint not null generated always as (
    coalesce(((case when invoice_kind = '381' then -abs(open) else open end) * 10000)::bigint, -9223372036854775807)) stored,
  source text collate "C" not null default '',
  numbered_by text collate "C" not null default 'supplier' check (numbered_by in ('supplier', 'customer')),
  primary key (account_id, id),
  unique (account_id, type, number),
  check (currency is not null or coalesce(net, discount, charges, tax, gross, paid, open) is null)
);
create index documents_by_change on documents (account_id, type, status_changed_at, id);
create index documents_by_date on documents (account_id, type, list_date desc, id desc);
-- Goods are shipped without a price, and only an invoice is paid.
create index documents_by_gross on documents (account_id, type, gross_order, id) where type in ('quotes', 'orders', 'invoices');
create index documents_by_key_date on documents (account_id, type, key_date, id);
create index documents_by_open on documents (account_id, type, open_order, id) where type = 'invoices';
create index documents_by_status on documents (account_id, type, status, list_date desc, id desc);
-- What stands open on documents that are settled: paid too much, or credited and not yet taken off elsewhere.
create index documents_to_offset on documents (account_id, currency) include (invoice_kind, open)
where type = 'invoices' and status in ('paid', 'credited', 'credit', 'settled') and open <> 0;
create index documents_under_way on documents (account_id, key_date, id)
  include (status, promised_date, estimated_date, delivered_date, last_event_at)
where type = 'shipments' and status in ('planned', 'packed', 'label_created', 'picked_up', 'in_transit', 'customs', 'on_hold',
  'ready_for_pickup', 'out_for_delivery', 'delivery_failed', 'partially_delivered');
-- What waits for the customer, the most urgent first, and goods that have not arrived.
create index documents_waiting on documents (account_id, type, key_date, id)
where type = 'quotes' and status = 'open'
  or type = 'orders' and status in ('received', 'confirmed', 'in_progress', 'on_hold') and (status = 'on_hold' or estimated_date > promised_date)
  or type = 'shipments' and status in ('delivery_failed', 'on_hold', 'ready_for_pickup')
  or type = 'invoices' and status in ('open', 'partially_paid');
alter table documents enable row level security, force row level security;
grant select on documents to portal;
grant select (account_id, id, type, status, gross, valid_until, due_date, last_event_at) on documents to portal_search;
grant select, insert, update, delete on documents to portal_server;

create table document_lines (
  account_id uuid not null,
  document_id uuid not null,
  position integer not null,
  line text collate "C" not null,
  kind text collate "C" not null,
  sku text collate "C",
  quantity numeric(18, 6),
  unit text,
  amount numeric(18, 4),
  details jsonb not null default '{}',
  type text collate "C" not null default '',
  list_date date not null default '0001-01-01',
  primary key (account_id, document_id, position),
  foreign key (account_id, document_id) references documents on delete cascade
);
create index document_lines_by_sku on document_lines (account_id, sku, type, list_date, document_id, position) where sku is not null;
alter table document_lines enable row level security, force row level security;
grant select on document_lines to portal;
grant select, insert, update, delete on document_lines to portal_server;

create table document_links (
  account_id uuid not null,
  document_id uuid not null,
  position integer not null,
  to_type text collate "C" not null,
  to_number text collate "C" not null,
  to_line text collate "C" not null default '',
  quantity numeric(18, 6),
  primary key (account_id, document_id, position, to_type, to_number, to_line),
  foreign key (account_id, document_id) references documents on delete cascade
);
create index document_links_by_target on document_links (account_id, to_type, to_number, position, document_id);
alter table document_links enable row level security, force row level security;
grant select on document_links to portal;
grant select, insert, update, delete on document_links to portal_server;

create table shipment_events (
  account_id uuid not null,
  document_id uuid not null,
  id uuid not null,
  occurred_at timestamptz not null,
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
  packages text[],
  primary key (account_id, document_id, id),
  unique (account_id, document_id, source, source_event_id),
  foreign key (account_id, document_id) references documents on delete cascade
);
create index shipment_events_of_epcis on shipment_events (source_event_id) where source = 'epcis';
alter table shipment_events enable row level security, force row level security;
grant select on shipment_events to portal;
grant select, insert, update, delete on shipment_events to portal_server;

create table attachments (
  account_id uuid not null,
  document_id uuid not null,
  id uuid not null,
  name text not null,
  mime_type text not null,
  size integer not null,
  sha256 bytea not null,
  content bytea not null,
  created_at timestamptz not null,
  purpose text collate "C" check (purpose = 'proof_of_delivery'),
  primary key (account_id, document_id, id),
  unique (account_id, document_id, name),
  foreign key (account_id, document_id) references documents on delete cascade
);
alter table attachments alter column content set storage external;
alter table attachments enable row level security, force row level security;
grant select on attachments to portal;
grant select, insert, update, delete on attachments to portal_server;

create table original_files (
  account_id uuid not null,
  document_id uuid not null,
  kind text collate "C" not null,
  has_amounts boolean not null,
  content bytea not null,
  modified_at timestamptz,
  received_at timestamptz not null,
  primary key (account_id, document_id),
  foreign key (account_id, document_id) references documents on delete cascade
);
alter table original_files alter column content set storage external;
alter table original_files enable row level security, force row level security;
grant select on original_files to portal;
grant select, insert, update, delete on original_files to portal_server;

create table document_changes (
  account_id uuid not null,
  document_id uuid not null,
  changed_at timestamptz not null,
  id uuid not null,
  recorded_at timestamptz not null,
  type text collate "C" not null,
  changes jsonb not null,
  amounts jsonb not null,
  only_amounts boolean not null,
  moves_promise boolean not null,
  primary key (account_id, document_id, changed_at, id),
  foreign key (account_id, document_id) references documents on delete cascade
);
create index document_changes_moved on document_changes (account_id, changed_at desc, id desc) where moves_promise;
-- What happened lately in an account, and which promises were moved lately.
create index document_changes_recent on document_changes (account_id, changed_at desc, id desc);
alter table document_changes enable row level security, force row level security;
grant select on document_changes to portal;
grant select, insert, update, delete on document_changes to portal_server;

create table document_numbers (
  number text collate "C" not null,
  type text collate "C" not null,
  source text collate "C" not null,
  is_credit boolean not null,
  account_id uuid not null,
  document_id uuid not null,
  primary key (number, type, source, is_credit)
);
alter table document_numbers enable row level security, force row level security;
grant select, insert, update, delete on document_numbers to portal_server;

create table former_documents (
  account_id uuid not null references accounts,
  type text collate "C" not null,
  number text collate "C" not null,
  source text collate "C" not null,
  is_credit boolean not null,
  numbered_by text collate "C" not null,
  modified_at timestamptz,
  until timestamptz,
  withdrawn_at timestamptz,
  primary key (number, type, source, is_credit, account_id)
);
create index former_documents_of_account on former_documents (account_id);
alter table former_documents enable row level security, force row level security;
grant select, insert, update, delete on former_documents to portal_server;
