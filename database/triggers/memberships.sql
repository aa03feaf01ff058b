create or replace trigger refuse_tokens_of_changed_role after update on memberships
  for each row when (new.* is distinct from old.*) execute function refuse_tokens_of_changed_membership();
create or replace trigger refuse_tokens_of_former_member after delete on memberships
  for each row execute function refuse_tokens_of_changed_membership();
