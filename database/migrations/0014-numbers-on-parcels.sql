-- What the item tracker finds a shipment by: tracking numbers, waybills and SSCCs, each from its beginning, account by account.
create index shipment_keys_of_account on shipment_keys (account_id, key) where key ^@ 'package:' or key ^@ 'tracking:';
grant select on shipment_keys to portal_search;

-- The owner, too, sees rows only by a policy. The functions that write a number without punctuation do not exist yet in a new
-- database.
alter table documents no force row level security;
alter table shipment_keys no force row level security;
insert into shipment_keys (account_id, document_id, key)
select d.account_id, d.id, 'tracking:' || n.code
from documents d
cross join lateral (
  select left(regexp_replace(regexp_replace(lower(normalize(x.said, nfkd)), '[\u0300-\u036f]', '', 'g'), '[^[:alnum:]]+', '', 'g'), 60) as code from (
    select unnest(d.tracking_numbers || array[d.details ->> 'waybill']) as said
    union all
    select unnest(array[p ->> 'trackingNumber', p ->> 'sscc']) from jsonb_array_elements(coalesce(d.details -> 'packages', '[]')) p
  ) x
) n
where d.type = 'shipments' and n.code <> '' and not exists (
  select from shipment_keys k where k.account_id = d.account_id and k.document_id = d.id and k.key = 'package:' || n.code)
on conflict do nothing;
alter table shipment_keys force row level security;
alter table documents force row level security;
