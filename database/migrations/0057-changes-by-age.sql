-- Finds what is older than KEEP_CHANGES_DAYS. They are stored in the order of time, so that a few bytes for many rows suffice.
create index document_changes_by_age on document_changes using brin (recorded_at);
