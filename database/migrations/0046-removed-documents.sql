-- What was withdrawn, moved or let in again, by number: few rows of the log.
create index audit_log_of_document on audit_log ((details ->> 'number'), at, id)
  where action in ('document_withdrawn', 'document_moved', 'document_readmitted');
