create or replace trigger overview_inserted after insert on accounts for each row execute function overview_account();
create or replace trigger overview_updated after update on accounts
  for each row when (old.name is distinct from new.name or old.number is distinct from new.number or old.merged_into is distinct from new.merged_into) execute function overview_account();

-- Triggers of one table run by name: these after those that refuse tokens, so that whoever waits holds nothing here.
create or replace trigger shown_members after insert or delete on memberships for each row execute function overview_members();
create or replace trigger shown_invitations after insert or update or delete on invitations for each row execute function overview_invitations();
create or replace trigger shown_sign_in after insert or update of account_id on sessions for each row execute function overview_sign_in();

create or replace trigger shown_first_change after insert on account_versions
  for each row when (new.quotes + new.orders + new.shipments + new.invoices + new.removed > 0) execute function overview_documents();
create or replace trigger shown_change after update on account_versions
  for each row when (new.quotes + new.orders + new.shipments + new.invoices + new.removed > old.quotes + old.orders + old.shipments + old.invoices + old.removed)
  execute function overview_documents();

create or replace trigger split_inserted after insert on users for each row execute function split_person();
create or replace trigger split_updated after update on users
  for each row when (old.name is distinct from new.name or old.email is distinct from new.email or old.erased_at is distinct from new.erased_at)
  execute function split_person();
