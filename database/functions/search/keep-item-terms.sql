-- Keeps item_terms. It looks only at items whose words have changed, in a time that grows with the batch alone.
create or replace function keep_item_terms() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  if tg_op = 'DELETE' then
    delete from public.item_terms t using renamed_from o where (t.account_id, t.sku) = (o.account_id, o.sku);
  elsif tg_op = 'UPDATE' then
    with renamed as materialized (
      select account_id, sku, customer_sku, gtin, name from renamed_to
      except select account_id, sku, customer_sku, gtin, name from renamed_from
    ), gone as (
      delete from public.item_terms t using renamed c where (t.account_id, t.sku) = (c.account_id, c.sku)
        and t.term <> all (select public.item_terms_of(c.sku, c.customer_sku, c.gtin, c.name))
    )
    insert into public.item_terms (account_id, sku, term)
    select c.account_id, c.sku, t.term from renamed c
    cross join lateral public.item_terms_of(c.sku, c.customer_sku, c.gtin, c.name) t (term)
    on conflict (account_id, sku, term) do nothing;
  else
    insert into public.item_terms (account_id, sku, term)
    select a.id, w.sku, t.term from (
      select n.sku, n.customer_sku, n.gtin, n.name, array_agg(n.account_id) as accounts
      from renamed_to n group by n.sku, n.customer_sku, n.gtin, n.name offset 0
    ) w
    cross join lateral public.item_terms_of(w.sku, w.customer_sku, w.gtin, w.name) t (term)
    cross join lateral unnest(w.accounts) a (id);
  end if;
  return null;
end $$;
