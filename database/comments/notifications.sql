comment on table notices is 'One event as it is stored for an account; who may read it, and in which words, is decided when it is read.';
comment on column notices.kind is 'See contract/notifications/kinds.ts; its first part is the type of document.';
comment on column notices.document_id is 'One document; null when it is about several.';
comment on column notices.details is 'Dates, statuses and references that the text names; never an amount.';
comment on column notices.needs_prices is 'Only amounts changed: hidden from people without the permission `prices`.';
comment on column notices.group_id is 'Notices that arose together; a group that grows too large becomes one notice with this id.';
comment on column notices.dedupe_key is 'Two notices with the same key are one.';
comment on column notices.version is 'Version of the account when it was last written.';
comment on column notices.user_id is 'Set for a notice to one person alone: of a new sign-in, of what they were asked, or of one of many documents that they follow.';
comment on column notices.first_version is 'Version of the account when it was created: mails and pushes are sent once, though it may grow later.';

comment on table notice_groups is 'The latest group of each kind: who tells more of the same soon after adds to it.';

comment on table notice_readers is 'What a member has seen and dismissed, and how they want to be notified.';
comment on column notice_readers.channels is 'By kind, where it differs from the default: {"orders.changed": ["portal", "now"]}.';
comment on column notice_readers.quiet_from is 'Minutes after midnight by the person''s clock between which nothing is mailed or pushed.';
comment on column notice_readers.mails_ended is 'By the link in a mail: no more of them, whatever the channels say.';
comment on column notice_readers.notified_version is 'Version of the account up to which mails and pushes were decided.';
comment on column notice_readers.to_digest is 'What the next digest holds. Decided when it would be mailed at once, so that nothing is sent in both ways.';

comment on table notice_marks is 'What a member did with one notice, at which of its versions: one that has grown since is new again.';

comment on table notice_choices is 'A document or item that a person follows or mutes.';
comment on column notice_choices.key is 'Of a document its type and number, as in orders/SO-1; of an item its SKU.';

comment on table reminders is 'Reminders that were created: each once for the day that it is about.';

comment on table scheduled_tasks is 'Scheduled tasks: what becomes a job when it is due.';
comment on column scheduled_tasks.user_id is 'For one person alone.';
comment on column scheduled_tasks.due_at is '-infinity: not planned yet.';

comment on table push_subscriptions is 'A browser that shows notifications while no page is open; it ends with the session that asked for it.';
comment on column push_subscriptions.p256dh is 'The browser''s public key and secret (RFC 8291), base64url.';

comment on table mails is 'The outbox. A mail is written in the transaction of its cause and leaves after it.';
comment on column mails.recipient is 'Null: to nobody, so that asking about an unknown address costs as much as about a known one.';
comment on column mails.sealed is 'Name and words, encrypted with a key that the database does not hold; gone as soon as the mail is.';
comment on column mails.expires_at is 'When it need not be sent any more.';
comment on column mails.next_attempt_at is 'Null: no more attempts.';

comment on table mail_refusals is 'Addresses that a mail server has refused for good.';
