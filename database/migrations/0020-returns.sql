-- Goods that customers send back: what was asked of which line, how far it is, and the documents that name it.
create table returns (
  account_id uuid not null,
  request_id uuid not null,
  number text collate "C" not null,
  supplier_number text collate "C",
  send_to text,
  approved_at timestamptz,
  shipped_at timestamptz,
  received_at timestamptz,
  credited_at timestamptz,
  notified_step text collate "C" not null default 'asked' check (notified_step in ('asked', 'approved', 'shipped', 'received', 'credited')),
  primary key (account_id, request_id),
  foreign key (account_id, request_id) references requests on update cascade on delete cascade
);
create index returns_by_number on returns (account_id, number);
create unique index returns_by_supplier_number on returns (account_id, supplier_number) where supplier_number is not null;
alter table returns enable row level security, force row level security;
grant select on returns to portal;
grant select, insert, update (supplier_number, send_to, approved_at, shipped_at, received_at, credited_at, notified_step) on returns to portal_server;

create table returned_lines (
  account_id uuid not null,
  request_id uuid not null,
  position integer not null,
  shipment text collate "C" not null,
  line text collate "C" not null,
  order_number text collate "C",
  order_line text collate "C",
  sku text collate "C",
  name text,
  unit text,
  reason text collate "C" not null,
  note text,
  quantity numeric(18, 6) not null,
  approved numeric(18, 6),
  primary key (account_id, request_id, position),
  foreign key (account_id, request_id) references returns on update cascade on delete cascade
);
create index returned_lines_of_shipment on returned_lines (account_id, shipment, line);
create index returned_lines_of_order on returned_lines (account_id, order_number, order_line);
alter table returned_lines enable row level security, force row level security;
grant select on returned_lines to portal;
grant select, insert, update (approved) on returned_lines to portal_server;

create table return_documents (
  account_id uuid not null,
  document_id uuid not null,
  return_number text collate "C" not null,
  primary key (account_id, document_id),
  foreign key (account_id, document_id) references documents on delete cascade
);
create index return_documents_by_number on return_documents (account_id, return_number, document_id);
alter table return_documents enable row level security, force row level security;
grant select on return_documents to portal;
grant select, insert, update, delete on return_documents to portal_server;
