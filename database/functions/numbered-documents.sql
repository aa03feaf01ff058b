-- Ids of the account's documents of these types whose number, customer's reference, tracking number, waybill or SSCC begins as
-- typed, newest first. Of each kind and length no more than the greatest fifty are looked at, because numbers run with time:
-- whatever is typed, few rows are read. The account is taken from the setting, never from an argument.
create or replace function numbered_documents(beginning text, types text[], at_most integer)
returns table (id uuid, list_date date)
language plpgsql stable security definer
set search_path = pg_catalog, public set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  account uuid := public.current_account();
  code text collate "C" := beginning;
  -- The second code of a document without a reference is another one: its term is not kept as a reference.
  reference_condition tsquery := (
    select ('''' || a.search_key || ':' || regexp_replace(beginning, '[^[:alnum:]]', '', 'g') || ''':*A')::tsquery
    from public.accounts a where a.account_id = account);
begin
  if reference_condition is null then return; end if;
  return query
  select f.id, f.day from (
    select n.id, n.day, n.type from generate_series(length(code), length(code) + 20) size cross join lateral (
      select s.document_id as id, s.list_date as day, s.type from public.document_search s
      where s.account_id = account and length(split_part(s.codes, ' ', 1)) = size
        and split_part(s.codes, ' ', 1) >= code and split_part(s.codes, ' ', 1) < code || chr(1114111)
      order by length(split_part(s.codes, ' ', 1)) desc, split_part(s.codes, ' ', 1) desc limit 50
    ) n
    union
    select r.id, r.day, r.type from generate_series(length(code), length(code) + 20) size cross join lateral (
      select s.document_id as id, s.list_date as day, s.type, s.terms from public.document_search s
      where s.account_id = account and length(split_part(s.codes, ' ', 2)) = size
        and split_part(s.codes, ' ', 2) >= code and split_part(s.codes, ' ', 2) < code || chr(1114111)
      order by length(split_part(s.codes, ' ', 2)) desc, split_part(s.codes, ' ', 2) desc limit 50
    ) r where r.terms @@ reference_condition
    union
    select p.id, s.list_date, s.type from (
      (select k.document_id as id from public.shipment_keys k
        where k.account_id = account and k.key ^@ 'package:' and k.key >= 'package:' || code and k.key < 'package:' || code || chr(1114111)
        order by k.key desc limit 50)
      union all
      (select k.document_id from public.shipment_keys k
        where k.account_id = account and k.key ^@ 'tracking:' and k.key >= 'tracking:' || code and k.key < 'tracking:' || code || chr(1114111)
        order by k.key desc limit 50)
    ) p
    join public.document_search s on s.account_id = account and s.document_id = p.id
  ) f
  where f.type = any (types) order by f.day desc, f.id desc limit at_most;
end $$;

-- The owner of a function needs this right on its schema while it becomes the owner.
grant create on schema public to portal_search;
alter function numbered_documents(text, text[], integer) owner to portal_search;
revoke all on function numbered_documents(text, text[], integer) from public;
grant execute on function numbered_documents(text, text[], integer) to portal;
revoke create on schema public from portal_search;
