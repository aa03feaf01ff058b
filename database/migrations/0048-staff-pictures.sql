-- The photographs of staff, whom customers know by name.
create table staff_pictures (
  staff_id uuid primary key references staff on delete cascade,
  png bytea not null,
  changed_at timestamptz not null
);
-- A PNG is compressed.
alter table staff_pictures alter column png set storage external;
alter table staff_pictures enable row level security, force row level security;
grant select, insert, update, delete on staff_pictures to portal_server;
