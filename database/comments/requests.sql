comment on table requests is 'What a customer asks of the supplier about a document. It names its document as links do and keeps a hash of what the person saw.';
comment on column requests.document_revision is 'Of a quote: a decision holds for the revision that was decided on.';
comment on column requests.made_by is 'No reference: a request outlives the person''s sign-in.';
comment on column requests.key is 'Chosen by the browser: sent twice, it is one request.';
comment on column requests.network is 'The network of the asker''s address, never the address itself.';
comment on column requests.need is 'What the document waited for when the request was made, if the request answers that.';
comment on column requests.shown is 'Of an acceptance: the lines, amounts and terms that the person saw when accepting.';

comment on table request_files is 'Files that a customer sent with a request.';

comment on table saved_views is 'A list''s filters and columns, saved under a name. A shared one belongs to the account and outlives its author''s membership.';
comment on column saved_views.state is 'The query of the list''s address.';

comment on table default_views is 'The view with which a person''s list of a type opens.';

comment on table faq_ratings is 'Whether an answer of the FAQ helped.';

comment on table remitted_invoices is 'The invoices that a remittance advice names.';
comment on column remitted_invoices.settled is 'What the advice settles of the invoice: what is paid and the discount for paying early. Negative of a credit note.';
comment on column remitted_invoices.open is 'What was open then. When something else is, the supplier has booked since.';
