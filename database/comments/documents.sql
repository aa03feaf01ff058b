comment on table documents is 'A quote, order, shipment or invoice: typed columns for what is listed, filtered, sorted, searched or authorised, `details` for what is only shown.';
comment on column documents.status is 'As the content says, without the clock; shown_status adds today''s date.';
comment on column documents.fulfilment is 'Of an order: how much of it was shipped and delivered. Derived.';
comment on column documents.billing is 'Of an order: how much of it was invoiced. Derived.';
comment on column documents.payment is 'Of an order or invoice: how much of it was paid. Derived.';
comment on column documents.invoice_kind is 'UN/CEFACT code: 380 invoice, 381 credit note, 386 prepayment.';
comment on column documents.first_item is 'The name, or else the SKU, of its first line that is an item, shortened; null also where the document was stored before the column was there.';
comment on column documents.last_event_at is 'Time of the last tracking event, or failing that of the despatch.';
comment on column documents.details is 'Parties, terms, taxes, payments, packages and what else is only shown; checked against the definition at ingest.';
comment on column documents.source_status is 'The status that the source named, kept for when a derived one falls away.';
comment on column documents.list_date is 'The date by which lists are ordered.';
comment on column documents.key_date is 'The date that decides what is next: valid until, expected, due.';
comment on column documents.fulfilled_date is 'When the last delivery completed an order; null while it is not complete, or when that day is not known.';
comment on column documents.credited is 'Of an invoice: the amount that credit notes settle. Of a credit note: the amount that is set against invoices. What is left of a credit note is credit to the customer.';
comment on column documents.set_off is 'Of an invoice or credit note: what it is set against, as number and amount, with `payment` where the invoice lists it as a payment, by its place in that list. Derived.';
comment on column documents.gross_order is 'Gross in ten-thousandths, by which lists are sorted: an index answers comparisons of bigint under row-level security, of numeric it does not. Unknown amounts come first.';
comment on column documents.open_order is 'As gross_order, of the open amount.';
comment on column documents.source is 'Tells apart companies or systems of the supplier whose numbers repeat.';
comment on column documents.numbered_by is 'A supplier''s number belongs to one account: sent for another, the document moves. Numbers of customers repeat.';
comment on column documents.act is 'The kind of the customer''s request that waits for the supplier''s answer and answers what the document waits for; null when the supplier has agreed.';
comment on column documents.acted_at is 'When that request was made.';
comment on column documents.acted_on is 'What the document waited for then: while it waits for the same, it waits for the supplier.';

comment on table document_lines is 'The positions of documents.';
comment on column document_lines.details is 'name, description, prices, dates, serials, lots, note: shown, not joined.';
comment on column document_lines.type is 'Of the document, so that the lines of one item are read a page at a time, newest first, by the types that a role sees.';
comment on column document_lines.list_date is 'Of the document, for the same reason.';

comment on table document_links is 'One row a reference. Its target is named, not pointed to: it may arrive later, or never.';
comment on column document_links.position is '0 the document itself, otherwise the position of its line.';
comment on column document_links.to_line is 'Empty on a line''s link: the target''s line is not named and is found by its SKU.';

comment on table shipment_events is 'What happened to a shipment, or is planned to.';
comment on column shipment_events.occurred_offset is 'As the event said it, such as +01:00.';
comment on column shipment_events.packages is 'The packages of its shipment that an event of EPCIS names, by their SSCC; null where it names none of them. An event may name those of other customers too, which are kept from this one.';

comment on table attachments is 'Files that came with a document.';
comment on column attachments.purpose is 'A signature or picture that proves a delivery; null: any other file.';
comment on column attachments.object_key is 'Where the content lies in the object storage, with its SHA-256 at the end; null: here.';

comment on table original_files is 'The file as which a document was sent last, where it came as one: a customer''s own e-invoice. It goes when the document goes, and names its customer, so that it never goes along to another one.';
comment on column original_files.kind is 'What it calls itself: Invoice, OrderResponse.';
comment on column original_files.has_amounts is 'Whether it tells any amount: then it is for who may see prices, whatever its type.';
comment on column original_files.content is 'Byte for byte as it came, compressed with zstd.';
comment on column original_files.object_key is 'Where the content lies in the object storage, with its SHA-256 at the end; null: here.';

comment on table document_changes is 'Change events: one row for each message that changed a document, directly or through another (an order becomes shipped because a shipment left).';
comment on column document_changes.changed_at is 'When it changed: as the source says, failing that when the portal heard of it.';
comment on column document_changes.changes is '[{field, old, new, lines?}], see contract/documents/changes.ts';
comment on column document_changes.amounts is 'Changes of amounts, apart from the others so that they are not even read for a person without the permission `prices`.';
comment on column document_changes.moves_promise is 'A promised or estimated date that was known became another.';

comment on table document_numbers is 'Which account has a number of the supplier''s own. A table of its own because no customer''s role may read a key that reaches over all accounts. Triggers keep it.';
comment on column document_numbers.is_credit is 'An invoice and a credit note may share a number.';

comment on table former_documents is 'Documents that an account had and has no more, so that a message that was late does not bring them back.';
comment on column former_documents.modified_at is 'Of the version that was there last; null when its source named no time.';
comment on column former_documents.until is 'Messages up to then are too late for this account; null when the number moved by a message that named no time.';
comment on column former_documents.withdrawn_at is 'Null: it moved to another account.';
