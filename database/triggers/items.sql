create or replace trigger item_terms_inserted after insert on items referencing new table as renamed_to
for each statement execute function keep_item_terms();
create or replace trigger item_terms_updated after update on items referencing old table as renamed_from new table as renamed_to
for each statement execute function keep_item_terms();
create or replace trigger item_terms_deleted after delete on items referencing old table as renamed_from
for each statement execute function keep_item_terms();
