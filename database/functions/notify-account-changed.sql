-- Every server hears, when a transaction is committed, whose documents it changed, and of which types: readAccountChange reads it.
create or replace function notify_account_changed() returns trigger language plpgsql set search_path = pg_catalog, public as $$ begin
  perform pg_notify('account_changed', concat_ws(' ', new.account_id, new.quotes, new.orders, new.shipments, new.invoices));
  return null;
end $$;
