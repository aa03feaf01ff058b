-- Two absences of one member of staff share no day. The row of the member is locked, so that of two absences that are stored
-- at the same moment the second sees the first.
create or replace function refuse_overlapping_absence() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  perform from staff where id = new.staff_id for update;
  if exists (select from staff_absences a where a.staff_id = new.staff_id and a.id <> new.id
    and a.first_day <= new.last_day and a.last_day >= new.first_day) then
    raise exception 'Two absences share a day' using errcode = 'exclusion_violation';
  end if;
  return new;
end $$;
