create or replace trigger tell_changed after insert or update on account_versions for each row execute function tell_account_changed();
