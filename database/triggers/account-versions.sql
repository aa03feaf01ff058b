create or replace trigger notify_account_changed after insert or update on account_versions for each row execute function notify_account_changed();
