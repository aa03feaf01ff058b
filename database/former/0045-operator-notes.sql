-- What a server has noticed and the operator should know, counted by day: documents that were refused, a proxy that nobody
-- has named. It is read by doctor and forgotten after a month.
create table operator_notes (
  kind text collate "C" not null,
  day date not null,
  times bigint not null,
  last_at timestamptz not null,
  -- The last of them in words.
  example text not null,
  primary key (kind, day)
);
alter table operator_notes enable row level security;
alter table operator_notes force row level security;
create policy kept_by_server on operator_notes to portal_server using (true) with check (true);
grant select, insert, update, delete on operator_notes to portal_server;
