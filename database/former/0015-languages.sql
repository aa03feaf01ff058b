-- In which language people read. A person's own choice comes before their account's, which the operator sets; where
-- neither has chosen it is what their browser asked for when they were last here: mails that no request causes need it.
alter table accounts
  add column language text collate "C" check (language in ('en', 'de', 'fr', 'es', 'nl', 'ar'));
alter table users
  add column language text collate "C" check (language in ('en', 'de', 'fr', 'es', 'nl', 'ar')),
  add column browser_language text collate "C" check (browser_language in ('en', 'de', 'fr', 'es', 'nl', 'ar')),
  -- A name of the IANA database, such as Europe/Berlin.
  add column time_zone text collate "C";
