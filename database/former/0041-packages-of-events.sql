-- The packages of its shipment that an event of EPCIS names, by their SSCC; null where it names none of them. An event may
-- name those of other customers too, which are kept from this one.
alter table shipment_events add column packages text[];

alter table shipment_events no force row level security;
alter table shipment_keys no force row level security;
update shipment_events e set packages = n.packages
from (
  select x.account_id, x.document_id, x.id, array_agg(substr(own.key, 9) order by own.key) as packages
  from shipment_events x
  join shipment_keys own on own.account_id = x.account_id and own.document_id = x.document_id and own.key ^@ 'package:'
  join epcis_event_keys k on k.event_id = x.source_event_id and k.key = own.key
  where x.source = 'epcis' group by 1, 2, 3
) n
where e.account_id = n.account_id and e.document_id = n.document_id and e.id = n.id;
alter table shipment_events force row level security;
alter table shipment_keys force row level security;
