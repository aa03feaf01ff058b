-- Keeps document_numbers when a document gets another number.
create or replace function renumber_document() returns trigger language plpgsql set search_path = pg_catalog, public as $$ begin
  if old.numbered_by = 'supplier' then
    delete from public.document_numbers where number = old.number and type = old.type and source = old.source
      and is_credit = coalesce(old.invoice_kind = '381', false);
  end if;
  if new.numbered_by = 'supplier' then
    insert into public.document_numbers
    values (new.number, new.type, new.source, coalesce(new.invoice_kind = '381', false), new.account_id, new.id);
  end if;
  return null;
end $$;
