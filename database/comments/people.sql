comment on table users is 'A person who may sign in: one row, however many accounts they belong to.';
comment on column users.email is 'Trimmed, NFC, lower case: the key of sign-in.';
comment on column users.language is 'The person''s own choice; null: as their account.';
comment on column users.browser_language is 'What their browser asked for when they were last here: mails that no request causes need it.';
comment on column users.time_zone is 'A name of the IANA database, such as Europe/Berlin.';
comment on column users.appearance is 'How a person wants the portal to look, as the contract describes it: it comes along to their other browsers. It is read and written whole and never looked into, so it is one value.';
comment on column users.deletion_asked_at is 'When the person asked to be deleted; the operator carries it out.';
comment on column users.erased_at is 'When the deletion was carried out: what is left is an id that the audit log and retained documents point to.';
comment on column users.wrong_codes is 'Wrong codes of a second factor since the last right one: after a hundred none is checked any more.';

comment on table memberships is 'Who may read an account, and in which role.';

comment on table invitations is 'An invitation by mail to join an account, or to open one.';
comment on column invitations.hash is 'Of the token in the link; the token itself is not kept.';
comment on column invitations.name is 'As the person has given it; they may change it when they accept.';
comment on column invitations.account_id is 'Null: an account of this name is made when the invitation is accepted.';
comment on column invitations.company is 'The name of the account that is created on acceptance; null when there is one.';
comment on column invitations.language is 'Chosen for the mail by whoever invites; null: none was chosen.';

comment on table registrations is 'Who asks to be let in, with a customer and a document number as proof; the operator decides.';

comment on table terms_acceptances is 'Which version of the terms of use a person accepted, and when.';

comment on table avatars is 'A person''s picture, as the portal has drawn it itself.';

comment on table visits is 'When a member was last here, and when the visit before that one ended.';
