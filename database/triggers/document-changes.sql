create or replace trigger version_changes after insert on document_changes referencing new table as added
  for each statement execute function document_changes_inserted();
create or replace trigger end_approvals after insert on document_changes for each row
  when (new.type = 'quotes') execute function end_approvals();
