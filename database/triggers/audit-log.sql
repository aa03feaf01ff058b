create or replace trigger refuse_change_of_audit_log before update or delete on audit_log
  for each row execute function refuse_change_of_audit_log();
create or replace trigger refuse_emptying_of_audit_log before truncate on audit_log
  for each statement execute function refuse_change_of_audit_log();
