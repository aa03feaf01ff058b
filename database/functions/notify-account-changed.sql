-- Every server hears, when a transaction is committed, whose documents it changed: one word an account and transaction.
create or replace function notify_account_changed() returns trigger language plpgsql set search_path = pg_catalog, public as $$ begin
  perform pg_notify('account_changed', new.account_id::text);
  return null;
end $$;
