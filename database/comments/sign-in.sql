comment on table passwords is 'Apart from the users, so that reading a name never reads a hash. A person who signs in without a password has no row.';
comment on column passwords.hash is 'Argon2id, as a PHC string.';

comment on table password_resets is 'Links to choose a new password. Only hashes are kept.';
comment on column password_resets.user_id is 'No reference: for an unknown address it is an id that belongs to nobody, so that asking costs the same either way.';

comment on table sessions is 'One sign-in of a browser. Its refresh tokens are not stored: each is computed from the id, the generation and a key.';
comment on column sessions.account_id is 'The account that the person works in, and finds again at the next sign-in.';
comment on column sessions.generation is 'Counts the refresh tokens: this one is good, the one before it for a few seconds more.';
comment on column sessions.version is 'Access tokens of a lower version are refused, though their time is not over.';
comment on column sessions.revoked_because is 'Why the session ended before its time.';
comment on column sessions.refused_at is 'When access tokens of this session were last refused, by the clock of the database: all servers read it by that one.';
comment on column sessions.second_factor_at is 'When a second factor, or what counts as both, was last shown in this session.';
comment on column sessions.proven_at is 'When the person last showed in this session that it is they: changes of sign-in ask for a recent moment.';

comment on table trusted_devices is 'A browser that need not show the second factor each time.';

comment on table throttle_buckets is 'How often somebody lately failed to sign in, counted for a pair of person and network, a person, a network and all.';
comment on column throttle_buckets.key is 'A hash: neither addresses nor e-mails of strangers are kept.';
comment on column throttle_buckets.proven_at is 'When the right password last came from this pair.';

comment on table sign_in_challenges is 'A sign-in that has shown the first proof and waits for the second factor; the browser holds the other half.';
comment on column sign_in_challenges.proof_by is 'What was shown first. It must still hold when the code comes.';
comment on column sign_in_challenges.enrols is 'The person has no second factor and needs one: the right code from the mail makes e-mail theirs.';

comment on table second_factors is 'What a person shows beside the password.';
comment on column second_factors.sealed is 'The app''s key, encrypted with a key that the database does not hold; null for codes by mail.';
comment on column second_factors.last_step is 'The time step of the last code that was taken: none is taken twice.';

comment on table factor_enrolments is 'A factor on its way: the first right code makes it one.';
comment on column factor_enrolments.secret is 'Of an app its key, encrypted; of an e-mail the hash of the code that was sent.';

comment on table recovery_codes is 'Codes that replace a lost second factor, each once. Only hashes are kept.';

comment on table passkeys is 'A person''s passkeys (WebAuthn).';

comment on table passkey_challenges is 'What a browser signs with a passkey, until it does.';
comment on column passkey_challenges.user_id is 'Null: whoever has the passkey signs in.';

comment on table identities is 'Who somebody is at the operator''s identity provider. An e-mail may pass to another person there, a subject never does.';

comment on table sign_on_attempts is 'A browser that was sent to the identity provider and has not come back; it holds what this is the hash of.';
comment on column sign_on_attempts.user_id is 'The signed-in person who links their sign-in; null: somebody who signs in.';
comment on column sign_on_attempts.invitation is 'Hash of the invitation that is accepted at the identity provider.';
comment on column sign_on_attempts.terms is 'The version of the terms that the invited person agreed to before they were sent there.';

comment on table sign_in_alarms is 'When a person was last mailed about each kind of danger, so that nobody who causes it can fill their mailbox.';
