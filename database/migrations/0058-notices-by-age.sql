-- The same for KEEP_NOTICES_DAYS; by itself, so that no import waits for both tables at once.
create index notices_by_age on notices using brin (happened_at);
-- What the audit log may lose is decided by its trigger: nothing of the last year.
grant delete on audit_log to portal_server;
