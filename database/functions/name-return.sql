-- Keeps which shipments and credit notes name a return: looked up by its number, which the details have no index for.
create or replace function name_return() returns trigger language plpgsql set search_path = pg_catalog, public as $$ begin
  delete from public.return_documents r where r.account_id = new.account_id and r.document_id = new.id;
  insert into public.return_documents (account_id, document_id, return_number)
    select new.account_id, new.id, new.details ->> 'returnNumber'
    where new.details ->> 'returnNumber' is not null and (new.type = 'shipments' or new.invoice_kind = '381');
  return null;
end $$;
