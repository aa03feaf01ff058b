-- By what a shipment can be found without knowing whose it is: its number (despatch:…), its packages (package:SSCC) and
-- pieces (unit:GTIN/serial; serial:… where the line names no GTIN). A key may lead to several shipments.
create table shipment_keys (
  account_id uuid not null,
  document_id uuid not null,
  key text collate "C" not null,
  primary key (account_id, document_id, key),
  foreign key (account_id, document_id) references documents on delete cascade
);

insert into shipment_keys (account_id, document_id, key)
select account_id, id, 'despatch:' || number from documents where type = 'shipments'
union
select d.account_id, d.id, 'package:' || right(n.digits, 18)
from documents d
cross join lateral jsonb_array_elements(case when jsonb_typeof(d.details -> 'packages') = 'array' then d.details -> 'packages' else '[]' end) p
cross join lateral (select regexp_replace(p ->> 'sscc', '\D', '', 'g') as digits) n
where d.type = 'shipments' and length(n.digits) in (18, 20)
union
select d.account_id, d.id, case when n.gtin = '' then 'serial:' else 'unit:' || lpad(n.gtin, 14, '0') || '/' end || s.serial
from documents d
join document_lines l on l.account_id = d.account_id and l.document_id = d.id
cross join lateral jsonb_array_elements_text(case when jsonb_typeof(l.details -> 'serials') = 'array' then l.details -> 'serials' else '[]' end) s (serial)
cross join lateral (select coalesce(regexp_replace(l.details ->> 'gtin', '\D', '', 'g'), '') as gtin) n
where d.type = 'shipments';

create index shipment_keys_by_key on shipment_keys (key);

-- Events of EPCIS as they came, whether or not their shipment is there: an event stands on each shipment that its keys lead
-- to, and is put there anew whenever one arrives, so that the order of arrival does not matter.
create table epcis_events (
  -- The event's own id, or the hash that the standard gives it; with "#error" for its retraction.
  id text collate "C" primary key,
  received_at timestamptz not null,
  -- As a row of shipment_events, without what the shipment decides.
  event jsonb not null
);
create table epcis_event_keys (
  key text collate "C" not null,
  event_id text collate "C" not null references epcis_events on delete cascade,
  primary key (key, event_id)
);
create index epcis_event_keys_by_event on epcis_event_keys (event_id);
create index shipment_events_of_epcis on shipment_events (source_event_id) where source = 'epcis';

alter table shipment_keys enable row level security;
alter table shipment_keys force row level security;
create policy all_accounts on shipment_keys to portal_server using (true) with check (true);
grant select, insert, update, delete on shipment_keys, epcis_events, epcis_event_keys to portal_server;
