comment on table staff is 'The supplier''s own people, who work in the console. They are no users: nothing of theirs opens the portal of a customer.';
comment on column staff.email is 'Of a key its id: nobody signs in with that, and no mail goes there.';
comment on column staff.key_id is 'Null: a person. Else the key that acts in the console: what it does is told by the name of this row.';
comment on column staff.disabled_at is 'Since when the person may not sign in; every call of theirs is refused from that moment on.';

comment on table staff_credentials is 'What a member of staff signs in with who has no passkey: a password and an authenticator app, never one without the other.';
comment on column staff_credentials.hash is 'Argon2id, as a PHC string.';
comment on column staff_credentials.sealed is 'The app''s key, encrypted with a key that the database does not hold.';
comment on column staff_credentials.last_step is 'The time step of the last code that was taken: none is taken twice.';

comment on table staff_invitations is 'Links by which somebody joins the staff, or by which a member sets a new password and a new app. Only hashes are kept.';
comment on column staff_invitations.email is 'Null: the link that a new portal prints; whoever opens it says who they are.';
comment on column staff_invitations.sealed is 'The key of the app that is set up with the link, encrypted.';

comment on table staff_sessions is 'Sign-ins to the console. The browser holds what this is the hash of; each call is looked up here.';
comment on column staff_sessions.seen_at is 'Accurate to a minute.';

comment on column staff_sessions.proven_at is 'When the person last showed a factor: at the sign-in, or again before something dangerous.';

comment on table staff_passkeys is 'Passkeys by which staff sign in to the console. They are none of the customers'' passkeys: nothing here opens the portal of a customer.';
comment on column staff_passkeys.backed_up is 'Whether a service keeps it and shares it between devices.';

comment on table staff_passkey_challenges is 'What a browser signs with a passkey of staff, until it does.';
comment on column staff_passkey_challenges.owner is 'Who makes a passkey; null: whoever has one signs in.';

comment on table staff_identities is 'Who a member of staff is at the identity provider: they come by it alone, with the role that their groups there have.';
comment on table staff_sign_on_attempts is 'Browsers of staff that are at the identity provider. Only hashes are kept.';
comment on column staff_sign_on_attempts.session_id is 'Who shows there that it is still they; null: somebody signs in.';

comment on table staff_accounts is 'Which accounts are whose: a salesperson sees these alone.';

comment on table request_notes is 'What staff write about a request for each other; no customer reads it.';

comment on table request_assignees is 'Who of the staff looks after a request.';

comment on table request_snoozes is 'Until when a request is put off: it does not stand in the queue before, unless it changes.';
comment on column request_snoozes.last_at is 'When the request had last changed as it was put off; once that differs it is back.';

comment on table request_reads is 'How far each member of staff has read what customers write.';

comment on table viewings is 'When a member of staff saw the portal as a member of an account sees it, and why. The account''s admins read it.';
comment on column viewings.hash is 'Of the token that the browser holds; each call of a viewing is looked up here.';

comment on table system_runs is 'Check-ups, backups and their verifications that staff began in the console, and backups that the portal makes by itself.';
comment on column system_runs.staff_id is 'Who began it; null: the portal, at the time that is set.';
comment on column system_runs.seen_at is 'When its server last said that it goes on: without that for a minute it was broken off.';
comment on column system_runs.findings is 'What a check-up has found so far: name, verdict and text.';
comment on column staff_accounts.deputy is 'Stands in for whoever looks after the account.';

comment on table staff_absences is 'From which day to which day a member of staff is away, both included, in UTC.';
comment on column staff_absences.stand_in is 'Who sees the accounts of the one who is away meanwhile, and gets their mails.';

comment on table account_overviews is 'What the console''s list of customers sorts and narrows by. Triggers keep it; an account that is part of another has none.';
comment on column account_overviews.name is 'The account''s name in small letters without accents.';
comment on column account_overviews.number is 'The account''s number in small letters.';
comment on column account_overviews.invited is 'Invitations that are neither accepted nor taken back, expired ones too.';
comment on column account_overviews.signed_in_at is '-infinity: nobody has yet.';

comment on table account_freshness is 'When a document of an account last changed; -infinity: it has had none. Triggers keep it.';

comment on table person_words is 'The words by which staff find a person: of the name and the e-mail. Triggers keep them.';

comment on table account_notes is 'What staff write of a customer for each other; no customer reads it.';

comment on table announcements is 'What staff announce to customers. It runs from starts_at until ends_at.';
comment on column announcements.texts is 'The text by language; who reads another gets English, else the first.';
comment on column announcements.account_ids is 'For members of these accounts alone; empty: of all.';
comment on column announcements.roles is 'For members in these roles alone; empty: in all.';

comment on table announcement_dismissals is 'Who has put an announcement away.';

comment on table content_versions is 'Texts and data that staff have saved. The newest of a kind, name and language is in force; none is ever changed.';
comment on column content_versions.language is 'Empty for what is the same in all languages.';
comment on column content_versions.content is 'Null: what the files say is in force again.';

comment on table daily_counts is 'How often something was done on a day, by all people together; nobody is named. Kept for 400 days.';

comment on table vain_searches is 'Words that were searched for in vain. A word is stored only once three people have searched for it within 30 days.';
comment on column vain_searches.hash is 'Of the word, with a key that the database does not hold.';
comment on column vain_searches.searchers is 'Who has searched for it, as short hashes that name nobody; emptied once there are three.';

comment on table undelivered_answers is 'To whom the mail of an answer did not arrive: until one does, or somebody of the staff has dealt with it.';
comment on column undelivered_answers.email is 'The address to which it was sent.';
comment on column undelivered_answers.reason is 'What the mail server said.';

comment on table staff_pictures is 'The photograph of a member of staff, as the portal has drawn it itself; customers whose contact they are see it.';
