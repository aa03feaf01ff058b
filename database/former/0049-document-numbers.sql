-- Who has a number of the supplier's own, and that nobody else gets it: in a table that no customer's role can read. As a unique index over
-- documents it was the one key of a customer's table that reached over all accounts. Triggers keep it, so that no way of writing documents
-- can forget it.
create table document_numbers (
  number text collate "C" not null,
  type text collate "C" not null,
  source text collate "C" not null,
  -- An invoice and a credit note may share a number.
  is_credit boolean not null,
  account_id uuid not null,
  document_id uuid not null,
  primary key (number, type, source, is_credit)
);
alter table document_numbers enable row level security;
alter table document_numbers force row level security;
create policy all_accounts on document_numbers to portal_server using (true) with check (true);
grant select, insert, update, delete on document_numbers to portal_server;

alter table documents no force row level security;
alter table document_numbers no force row level security;
insert into document_numbers
select number, type, source, coalesce(invoice_kind = '381', false), account_id, id from documents where numbered_by = 'supplier';
alter table document_numbers force row level security;
alter table documents force row level security;
drop index documents_by_number;

create function number_documents() returns trigger language plpgsql set search_path = pg_catalog, public as $$ begin
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
create function renumber_document() returns trigger language plpgsql set search_path = pg_catalog, public as $$ begin
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

create trigger number_inserted after insert on documents referencing new table as added for each statement execute function number_documents();
create trigger number_deleted after delete on documents referencing old table as gone for each statement execute function number_documents();
create trigger number_truncated after truncate on documents for each statement execute function number_documents();
create trigger number_updated after update on documents for each row
  when ((old.number, old.source, old.numbered_by, old.invoice_kind) is distinct from (new.number, new.source, new.numbered_by, new.invoice_kind))
  execute function renumber_document();
