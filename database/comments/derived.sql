comment on table account_versions is 'Counts changes of an account''s documents and notices: what was read at one version is true until the next.';
comment on column account_versions.quotes is 'Counts changes of quotes alone, as the next columns do for the other types.';
comment on column account_versions.removed is 'Counts losses of documents: a browser that keeps what it read forgets it then.';

comment on table document_counts is 'How many documents an account has of each type and stored status. Triggers keep it, so that a list''s total is a handful of rows.';

comment on table document_days is 'How many documents of each status have a date on a day, by field: their date (list_date), their key date (key_date), the last day on which a status that changes with the calendar is shown (last_shown_day), the first day on which they are late (late_day). A list narrowed by dates or to what is late adds up a range of days. Triggers keep it.';
comment on column document_days.day is '''infinity'' where nothing decides that a status changes, ''-infinity'' where a document is late on every day.';
comment on column document_days.last_day is 'The last day on which they count under this status, see last_shown_day; ''infinity'' where no date changes it.';

comment on table document_sums is 'Sums for the first page: what is open by the day that decides about it, spend and kept promises by month. Triggers keep it.';
comment on column document_sums.topic is '''quotes'', ''orders'', ''invoices'': those still open. ''spend'': invoices less credit notes. ''promises'': orders promised.';
comment on column document_sums.status is 'Of what is open its stored status; of promises ''kept'' or ''missed''; of spend nothing.';
comment on column document_sums.day is 'Open quotes: the last day of validity. Invoices: due. Orders: the day after which they are late, -infinity when they already are. Spend and promises: the first of the month.';
comment on column document_sums.moved is 'An order that is expected later than it was promised.';
comment on column document_sums.amount is 'Quotes, orders: gross. Invoices: what is left to pay. Spend: gross. A credit note takes away.';

comment on table account_movements is 'What changed the balance of an account by day: documents issued, payments, settlements. Triggers keep it; the movements of an invoice always add up to what is open on it.';
comment on column account_movements.day is '0001-01-01 when the document has no date: it counts before every period.';
comment on column account_movements.position is '0 the document itself, then its payments as they stand on it, 1000000 the rest.';
comment on column account_movements.amount is 'Positive: more is owed.';

comment on table account_months is 'Sums of movements by month, so that the balance before a period is a handful of rows.';

comment on table ordered_lines is 'What has become of each ordered line: the view order_line_stages, kept by ingest with each batch.';
comment on column ordered_lines.order_id is 'The order, or the shipment of a line that refers to no order (view lines_without_order).';
comment on column ordered_lines.arrival is 'When the next of it is expected: 9999-12-31 when nobody said, null when nothing is to come.';
comment on column ordered_lines.cancelled is 'What will never come.';
comment on column ordered_lines.is_kit is 'Made of other lines, which carry the quantities.';
comment on column ordered_lines.carried is 'On an order''s first line: the quantity that each of its papers carries, by the paper''s id.';

comment on table items is 'An item across all documents of an account, in the words of its latest document.';
comment on column items.seen_in is 'The bits of the types of documents in which it stands, added up: 1 for quotes, and so on, as their definitions say.';
comment on column items.described_on is 'Date of the document whose words these are.';

comment on table item_terms is 'By what an item is found. Rows instead of a vector: row-level security lets an index of texts look for beginnings.';

comment on table item_totals is 'Sums of an item''s ordered lines by unit of measure. Triggers keep it.';

comment on table units is 'Serial numbers and lots, by their code without punctuation.';
comment on column units.written is 'As it was written.';
