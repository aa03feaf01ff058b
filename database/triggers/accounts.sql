create or replace trigger language_chosen after update of language on accounts for each row
when (old.language is distinct from new.language) execute function stem_again();
create or replace trigger plan_reminders after insert on accounts referencing new table as added
  for each statement execute function plan_reminders();
