create or replace trigger note_made after insert on requests for each row execute function note_request_change('made');
create or replace trigger note_state after update of state on requests for each row
  when (old.state is distinct from new.state) execute function note_request_change('state');
create or replace trigger note_corrected after update of corrected_note on requests for each row
  when (old.corrected_note is distinct from new.corrected_note) execute function note_request_change('corrected');
create or replace trigger note_moved after update of account_id, document_number on requests for each row
  when ((old.account_id, old.document_number) is distinct from (new.account_id, new.document_number)) execute function note_request_change('moved');
create or replace trigger note_message after insert on conversation_messages for each row execute function note_request_change('message');
create or replace trigger note_corrected after update of text on conversation_messages for each row
  when (old.text is distinct from new.text) execute function note_request_change('corrected');
create or replace trigger note_file after insert on request_files for each row execute function note_request_change('file');
create or replace trigger note_return after update of supplier_number, send_to, approved_at, shipped_at, received_at, credited_at on returns for each row
  when ((old.supplier_number, old.send_to, old.approved_at, old.shipped_at, old.received_at, old.credited_at)
    is distinct from (new.supplier_number, new.send_to, new.approved_at, new.shipped_at, new.received_at, new.credited_at))
  execute function note_request_change('return');
