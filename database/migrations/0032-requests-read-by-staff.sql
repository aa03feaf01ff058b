-- How far each member of staff has read what customers write.
create table request_reads (
  account_id uuid not null,
  request_id uuid not null,
  staff_id uuid not null references staff on delete cascade,
  read_until timestamptz not null,
  primary key (account_id, request_id, staff_id),
  foreign key (account_id, request_id) references requests on update cascade on delete cascade
);
create index request_reads_of_staff on request_reads (staff_id);
alter table request_reads enable row level security, force row level security;
grant select, insert, update, delete on request_reads to portal_server;
grant select on request_reads to portal_console;
