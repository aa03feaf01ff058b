create or replace trigger count_inserted after insert on documents referencing new table as added for each statement execute function count_documents();
create or replace trigger count_deleted after delete on documents referencing old table as removed for each statement execute function count_documents();
create or replace trigger count_updated after update on documents referencing old table as removed new table as added for each statement execute function count_documents();
create or replace trigger sum_inserted after insert on documents referencing new table as added for each statement execute function sum_inserted();
create or replace trigger sum_deleted after delete on documents referencing old table as removed for each statement execute function sum_deleted();
create or replace trigger sum_updated after update on documents referencing old table as removed new table as added for each statement execute function sum_updated();
create or replace trigger move_inserted after insert on documents referencing new table as added for each statement execute function move_inserted();
create or replace trigger move_deleted after delete on documents referencing old table as removed for each statement execute function move_deleted();
create or replace trigger move_updated after update on documents referencing old table as removed new table as added for each statement execute function move_updated();
create or replace trigger count_removed after delete on documents referencing old table as gone
  for each statement execute function count_removed();
create or replace trigger number_inserted after insert on documents referencing new table as added for each statement execute function number_documents();
create or replace trigger number_deleted after delete on documents referencing old table as gone for each statement execute function number_documents();
create or replace trigger number_truncated after truncate on documents for each statement execute function number_documents();
create or replace trigger number_updated after update on documents for each row
  when ((old.number, old.source, old.numbered_by, old.invoice_kind) is distinct from (new.number, new.source, new.numbered_by, new.invoice_kind))
  execute function renumber_document();
create or replace trigger days_inserted after insert on documents referencing new table as added for each statement execute function days_inserted();
create or replace trigger days_deleted after delete on documents referencing old table as removed for each statement execute function days_deleted();
create or replace trigger days_updated after update on documents referencing old table as removed new table as added for each statement execute function days_updated();
create or replace trigger return_inserted after insert on documents for each row
  when (new.details ->> 'returnNumber' is not null) execute function name_return();
create or replace trigger return_updated after update on documents for each row
  when ((old.details ->> 'returnNumber', old.invoice_kind) is distinct from (new.details ->> 'returnNumber', new.invoice_kind))
  execute function name_return();
create or replace trigger end_approvals after delete on documents for each row
  when (old.type = 'quotes') execute function end_approvals_of_removed();
