create or replace trigger refuse_overlapping_absence before insert or update on staff_absences
  for each row execute function refuse_overlapping_absence();
