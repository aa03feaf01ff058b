create or replace trigger refuse_overlapping_absence before insert or update on staff_absences
  for each row execute function refuse_overlapping_absence();

create or replace trigger absences_changed after insert or update or delete on staff_absences
  for each statement execute function notify_console_changed();
