-- Keeps document_numbers when documents come and go.
create or replace function number_documents() returns trigger language plpgsql set search_path = pg_catalog, public as $$ begin
  if tg_op = 'TRUNCATE' then
    truncate public.document_numbers;
  elsif tg_op = 'DELETE' then
    delete from public.document_numbers n using gone g where g.numbered_by = 'supplier' and n.number = g.number and n.type = g.type
      and n.source = g.source and n.is_credit = coalesce(g.invoice_kind = '381', false);
  else
    -- In the order of the key, so that two imports wait for each other instead of blocking each other for good.
    insert into public.document_numbers
    select number, type, source, coalesce(invoice_kind = '381', false), account_id, id from added where numbered_by = 'supplier'
    order by 1, 2, 3, 4;
  end if;
  return null;
end $$;
