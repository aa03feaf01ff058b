comment on table audit_log is 'Who did what, from where and when. Rows are only ever added, and deleted after a year at the earliest (KEEP_AUDIT_DAYS): grants and a trigger see to it.';
comment on column audit_log.user_id is 'No references: an entry outlives what it names.';
comment on column audit_log.details is 'What else there is to say; never a password, a token or a code.';

comment on table operator_notes is 'What a server has noticed and the operator should know, counted by day; doctor reads it. Kept for a month.';
comment on column operator_notes.example is 'The last of them in words.';

comment on table migrations is 'The migrations that have run, each once.';

comment on table repeatables is 'The functions, views, triggers, policies and comments that were applied, by the hash of their file; empty: apply it again.';

comment on table unused_objects is 'Objects that no row names any more, or that were begun and have no row yet: they are removed from the object storage after OBJECT_STORAGE_KEEP_DAYS.';
comment on column unused_objects.since is 'The moment since which no row names it, or at which it was begun.';
