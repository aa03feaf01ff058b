comment on table api_keys is 'Keys by which systems of the supplier send and read.';
comment on column api_keys.source is 'Of documents sent with this key: see documents.';
comment on column api_keys.numbered_by is 'Of documents sent with this key: see documents.';

comment on table raw_messages is 'What came in, byte for byte, compressed with zstd; kept 90 days.';
comment on column raw_messages.content is 'Compressed with zstd.';

comment on table quarantine is 'Messages that were refused because their customer could not be determined: they wait for the operator.';
comment on column quarantine.identifiers is '[{scheme, value}] as the document named its buyer';
comment on column quarantine.original is 'The UBL file of the message, if it came as one.';

comment on table document_parts is 'What several messages together say of one document (an order and its responses). The document is made from all of them in a fixed order, so the order of arrival does not matter.';

comment on table shipment_keys is 'By what an event finds its shipment: number (despatch:…), packages (package:SSCC), pieces (unit:GTIN/serial, or serial:… where the line names no GTIN); and by what people find it, beside SSCCs: tracking numbers and waybills (tracking:…). A key may lead to several shipments. server/ingest writes them.';

comment on table epcis_events is 'Events of EPCIS as they came, whether or not their shipment is there: an event stands on each shipment that its keys lead to, and is put there anew whenever one arrives, so that the order of arrival does not matter.';
comment on column epcis_events.id is 'The event''s own id, or the hash that the standard gives it; with "#error" for its retraction.';
comment on column epcis_events.event is 'As a row of shipment_events, without what the shipment decides.';

comment on table epcis_event_keys is 'By which keys an event finds its shipments.';

comment on table accounts_to_settle is 'Accounts whose invoices are from before credit notes were set against them: the server goes through them once (server/ingest/maintenance/resettle-invoices.ts).';
comment on column accounts_to_settle.after is 'The last invoice that was done.';

comment on column import_profiles.profile is 'As it was written, in its own order.';
comment on table import_profiles is 'How the files of one program become documents; the newest version of a name counts, earlier ones stay.';

comment on table import_runs is 'Each time that files were read by a profile. Kept for 90 days.';
comment on column import_runs.fingerprint is 'Names, sizes and times of the files: a file that ended its server is not tried for ever.';
comment on column import_runs.finished_at is 'Empty while it runs, and for ever where its server ended before it.';
comment on column import_runs.failure is 'Why the files could not be read at all.';
