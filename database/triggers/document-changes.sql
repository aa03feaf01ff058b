create or replace trigger version_changes after insert on document_changes referencing new table as added
  for each statement execute function document_changes_inserted();
