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
comment on column import_runs.way is 'By which way the files came: the watched folder, a call, the console, a command.';
comment on column import_runs.seen_at is 'When the server that reads last noted that it goes on.';
comment on column import_runs.problems is 'What was refused and what may be a mistake, at most 200 of each, with their places.';
comment on column import_runs.finished_at is 'Empty while it runs, and for ever where its server ended before it.';
comment on column import_runs.failure is 'Why the files could not be read at all.';
comment on column api_keys.former_hash is 'Of the secret that a new one has replaced: it works until former_until.';
comment on column api_keys.created_by is 'Who made it, by name; null for keys made by a command before this was kept.';

comment on table intake_sources is 'Who sends: an API key under its own id, or the operator''s imports under the id that ends in 1.';
comment on column intake_sources.silent_since is 'The last message before a silence that is longer than the source''s own rhythm explains; null while there is none.';

comment on table intake_hours is 'What came of a source in an hour, and what became of it; kept 90 days.';

comment on table refused_messages is 'Messages that were refused, whatever way they came: kept 90 days with the reason and the text as it was sent, so that they can be mended and sent through again. Bounded for each source and day.';
comment on column refused_messages.hash is 'SHA-256 of the bytes and of how they were to be taken: the same message refused again is counted.';
comment on column refused_messages.for_account is 'The account that the sender named for all messages of a file.';
comment on column refused_messages.reason is 'The first problem without positions and values: what was refused for the same reason can be sent through together.';
comment on column refused_messages.problems is '[{path, message}]';
comment on column refused_messages.content is 'What was sent, without secrets; at most 256 KB of it.';
comment on column refused_messages.whole is 'Whether content is all of it: what was cut cannot be sent through again.';

comment on table refused_days is 'How much of what was refused is kept of a source and day; no more is kept once it is enough.';

comment on table import_run_documents is 'What each run wrote, so that it can be undone.';
comment on column import_run_documents.held_by is 'The account that had it then; it may have been merged since.';
comment on column import_run_documents.content_hash is 'Of what the run wrote: a document with another hash was changed since.';
comment on column import_run_documents.outcome is 'What undoing the run came to for this document; empty until then.';

comment on table import_uploads is 'Files that somebody maps in the console: kept for a day, so that each is sent once.';
comment on table import_upload_parts is 'The bytes of an upload, a megabyte each.';
