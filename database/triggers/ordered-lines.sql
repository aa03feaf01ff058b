create or replace trigger sum_inserted after insert on ordered_lines referencing new table as came for each statement execute function sum_ordered_lines();
create or replace trigger sum_deleted after delete on ordered_lines referencing old table as went for each statement execute function sum_ordered_lines();
create or replace trigger sum_updated after update on ordered_lines referencing old table as went new table as came
for each statement execute function sum_ordered_lines();
