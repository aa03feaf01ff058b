comment on table requests is 'What a customer asks of the supplier about a document. It names its document as links do and keeps a hash of what the person saw.';
comment on column requests.document_revision is 'Of a quote: a decision holds for the revision that was decided on.';
comment on column requests.made_by is 'No reference: a request outlives the person''s sign-in.';
comment on column requests.key is 'Chosen by the browser: sent twice, it is one request.';
comment on column requests.network is 'The network of the asker''s address, never the address itself.';
comment on column requests.need is 'What the document waited for when the request was made, if the request answers that.';
comment on column requests.shown is 'Of an acceptance: the lines, amounts and terms that the person saw when accepting.';

comment on column requests.corrected_note is 'Of a question: what its writer made of the note in `content`, which stays as it was asked.';

comment on table request_files is 'Files that a customer sent with a request, or either side with a message about it.';
comment on column request_files.object_key is 'Where the content lies in the object storage, with its SHA-256 at the end; null: here.';

comment on column request_files.message_id is 'The message with which it came; null when it came with the request. No reference: both move with their request.';

comment on table conversation_messages is 'What was written about a request after it was made, by the supplier and by members; an answer without words is its outcome alone.';
comment on column conversation_messages.document_number is 'That of the request, so that a document''s conversation is read by one index.';
comment on column conversation_messages.author_id is 'The member who wrote it; null for the supplier. No reference: a message outlives the person''s sign-in.';
comment on column conversation_messages.outcome is 'What the supplier decided with it; null of a member''s message.';
comment on column conversation_messages.key is 'Chosen by who writes: sent twice, it is one message.';

comment on column conversation_messages.mentioned is 'The colleagues whom it named and who were notified, so that a correction notifies nobody twice; of a question in requests.';

comment on table message_corrections is 'What stood in a message before its writer corrected it: for the writer''s personal data, and to recognise what is sent again.';
comment on column message_corrections.message_id is 'The message; null: the question itself. No reference: both move with their request.';
comment on column message_corrections.author_id is 'No reference: a correction outlives the person''s sign-in, as the message does.';

comment on table conversation_reads is 'Until when a member has read what was written about a request.';

comment on table saved_views is 'A list''s filters and columns, saved under a name. A shared one belongs to the account and outlives its author''s membership.';
comment on column saved_views.state is 'The query of the list''s address.';

comment on table default_views is 'The view with which a person''s list of a type opens.';

comment on table faq_ratings is 'Whether an answer of the FAQ helped.';

comment on table remitted_invoices is 'The invoices that a remittance advice names.';
comment on column remitted_invoices.settled is 'What the advice settles of the invoice: what is paid and the discount for paying early. Negative of a credit note.';
comment on column remitted_invoices.open is 'What was open then. When something else is, the supplier has booked since.';

comment on table approvals is 'The colleagues who were asked to approve of a quote, and what each of them said. The supplier never reads the reasons.';
comment on column approvals.user_id is 'No reference: what somebody approved outlives their sign-in.';

comment on table received_mails is 'Mails that came to reply addresses, each once for its conversation and person. Kept for three months.';
comment on column received_mails.key is 'A hash of the conversation, the person and the mail''s Message-ID.';
comment on column received_mails.request_id is 'No references: an entry outlives the request.';
comment on column received_mails.notified_sender is 'A hash of the address that was notified of a refusal; null: nobody was.';
comment on table returns is 'What is kept of a request to return goods: its numbers and how far the supplier said it is. What else is known of it follows from the documents that name it.';
comment on column returns.number is 'The number that the portal gave it.';
comment on column returns.supplier_number is 'The supplier''s own number, by which documents may name it too.';
comment on column returns.send_to is 'Where the supplier wants the goods to be sent.';
comment on column returns.notified_step is 'The last step of which the customer was notified.';
comment on table returned_lines is 'The lines that a return asks for, each as its shipment named it then.';
comment on column returned_lines.approved is 'How much of it may be returned; null until the supplier has agreed.';
comment on table return_documents is 'The shipments and credit notes that name a return. A trigger on documents keeps it.';
comment on table request_changes is 'What has happened to requests, one row a change, for the supplier''s systems. Triggers write it.';
comment on column request_changes.position is 'Its place in the order in which it is read; given when it is first read, so that what is committed late comes late. Null until then.';
comment on column request_changes.mark is 'Part of what names it, so that a place that a restored backup gives to another change is not mistaken for it.';
comment on column request_changes.message_id is 'No references: a message and a file stay as long as their request.';
comment on table request_readers is 'How far each of the supplier''s systems has read the changes of requests.';
comment on column request_readers.reader is 'The name that it gave itself, or the id of its key.';
