-- The language that was chosen for the mail, so that an invitation that is sent again comes in it.
alter table invitations add column language text collate "C" check (language in ('en', 'de', 'fr', 'es', 'nl', 'ar'));
