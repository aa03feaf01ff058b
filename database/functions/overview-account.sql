-- Keeps the row of an account in the console's list: there as long as the account is no part of another, under its name.
create or replace function overview_account() returns trigger language plpgsql set search_path = pg_catalog, public as $$ begin
  if new.merged_into is not null then
    delete from public.account_overviews where account_id = new.account_id;
    delete from public.account_freshness where account_id = new.account_id;
    return null;
  end if;
  insert into public.account_overviews as o (account_id, name, number)
    values (new.account_id, left(public.plain_text(new.name), 200), lower(new.number))
    on conflict (account_id) do update set name = excluded.name, number = excluded.number;
  insert into public.account_freshness (account_id) values (new.account_id) on conflict do nothing;
  return null;
end $$;
