comment on table api_keys is 'Keys by which systems of the supplier send and read.';
comment on column api_keys.source is 'Of documents sent with this key: see documents.';
comment on column api_keys.limited is 'Whether the key is for the accounts in key_accounts alone.';
comment on table key_accounts is 'The accounts that a limited key is for.';
comment on column api_keys.numbered_by is 'Of documents sent with this key: see documents.';

comment on table raw_messages is 'What came in, byte for byte, compressed with zstd; kept 90 days.';
comment on column raw_messages.content is 'Compressed with zstd.';
comment on column raw_messages.object_key is 'Where the content lies in the object storage, with its SHA-256 at the end; null: here.';

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
comment on column import_runs.way is 'By which way the files came: the watched folder, a call, the console, a command, or the kind of their file source.';
comment on column import_runs.seen_at is 'When the server that reads last noted that it goes on.';
comment on column import_runs.problems is 'What was refused and what may be a mistake, at most 200 of each, with their places.';
comment on column import_runs.finished_at is 'Empty while it runs, and for ever where its server ended before it.';
comment on column import_runs.failure is 'Why the files could not be read at all.';
comment on column api_keys.former_hash is 'Of the secret that a new one has replaced: it works until former_until.';
comment on column api_keys.leniency is 'How its documents are read where they are not quite as the ingest format has them; empty: strictly, unless a call asks.';
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
comment on column refused_messages.lenient is 'Whether it was to be read leniently, and is so when it is sent through again.';

comment on table refusal_alarms is 'When each source was refused something last: staff get a mail at the first refusal and after a week without one. Also when a backup failed last.';
comment on column refusal_alarms.source is 'An API key by its id, a source of files by its name, the folder or call of a profile, or the word backup.';

comment on table refused_days is 'How much of what was refused is kept of a source and day; no more is kept once it is enough.';

comment on table import_run_documents is 'What each run wrote, so that it can be undone.';
comment on column import_run_documents.held_by is 'The account that had it then; it may have been merged since.';
comment on column import_run_documents.content_hash is 'Of what the run wrote: a document with another hash was changed since.';
comment on column import_run_documents.outcome is 'What undoing the run came to for this document; empty until then.';

comment on column import_runs.full_list is 'What a full list said of documents that it no longer named; empty for other lists.';
comment on table import_profile_documents is 'Which documents files of a profile have named: of these a full list withdraws what it names no longer.';
comment on column import_profile_documents.held_by is 'The account that had it then; it may have been merged since.';
comment on table import_withdrawals is 'What a full list withdrew, so that undoing the run brings it back.';
comment on column import_withdrawals.outcome is 'What undoing the run came to for this document; empty until then.';
comment on table import_withdrawn_rows is 'All rows of documents that a full list withdrew, as they were.';

comment on table import_uploads is 'Files that somebody maps in the console: kept for a day, so that each is sent once.';
comment on table import_upload_parts is 'The bytes of an upload, a megabyte each.';

comment on table file_sources is 'Where the portal fetches files by itself: an HTTPS address, a folder at an SFTP server, a mailbox.';
comment on column file_sources.settings is 'Everything but the secret: what is exported.';
comment on column file_sources.secret is 'The password, token or key by which the portal signs in there, sealed by the operator''s secret.';
comment on column file_sources.state is 'What an HTTPS address said of the version that was read last: etag, lastModified.';
comment on column file_sources.last_file_at is 'When files last came that had not been read before.';
comment on column file_sources.failing_since is 'The first look that failed since one worked.';
comment on column file_sources.alarm is 'What staff were mailed about; empty once it is over.';

comment on table file_source_entries is 'What came of the files of a source, so that none is read twice, and when it could not be looked at. Kept 90 days, and as long as the files are there.';
comment on column file_source_entries.key is 'The same for the same files; empty for a look that failed.';
comment on column file_source_entries.report is 'What is put beside the files.';
comment on column file_source_entries.profile_version is 'A refused file that is still there is read again by a newer version of its profile.';

comment on table import_ways is 'The watched folder and the call, for each profile whose files come by them: when staff are to hear of it, and how it goes.';
comment on column import_ways.silent_hours is 'Staff hear when no file has come for so many hours; empty: they do not.';
comment on column import_ways.looked_at is 'When a server last looked into the folder of the profile, noted once a minute.';
comment on column import_ways.failure is 'Why the folder cannot be read; empty when it can.';
comment on column import_ways.alarm is 'What staff were mailed about; empty once it is over.';

comment on table lenient_readings is 'What of the documents of a key was not as the ingest format has it and was taken all the same: each once, kept for 90 days after it last came.';
comment on column lenient_readings.kind is 'An unknown property that was left out, a JSON number, a date in another order, or a status by the table of the key.';
comment on column lenient_readings.path is 'Where it stood, with [*] for entries of lists; of a status what it said.';
