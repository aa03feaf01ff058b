-- From which day to which day a member of staff is away, and who stands in.
create table staff_absences (
  id uuid primary key,
  staff_id uuid not null references staff on delete cascade,
  stand_in uuid not null references staff on delete cascade,
  first_day date not null,
  last_day date not null,
  created_at timestamptz not null,
  check (first_day <= last_day),
  check (staff_id <> stand_in)
);
create index staff_absences_of_staff on staff_absences (staff_id, last_day);
create index staff_absences_of_stand_in on staff_absences (stand_in, last_day);
alter table staff_absences enable row level security, force row level security;
grant select, insert, delete on staff_absences to portal_server;
grant select on staff_absences to portal_console;
