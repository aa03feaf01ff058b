-- Raw messages have none: imports write them in no order with other tables, and a trigger that is made together with those of
-- others would wait for an import that waits for it. Who deletes them or takes their objects away notes these.
do $$
declare t text;
begin
  foreach t in array array['attachments', 'request_files', 'original_files'] loop
    execute format('create or replace trigger note_replaced_object after update on %I for each row
      when (old.object_key is not null and new.object_key is distinct from old.object_key) execute function note_unused_object()', t);
    execute format('create or replace trigger note_removed_object after delete on %I for each row
      when (old.object_key is not null) execute function note_unused_object()', t);
  end loop;
end $$;
