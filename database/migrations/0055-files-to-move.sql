-- What is large enough to be moved and has not been, and which rows have an object.
create index attachments_to_move on attachments (account_id, document_id, id) where object_key is null and octet_length(content) >= 16384;
create index request_files_to_move on request_files (account_id, request_id, id) where object_key is null and octet_length(content) >= 16384;
create index original_files_to_move on original_files (account_id, document_id) where object_key is null and octet_length(content) >= 16384;
create index attachments_by_object on attachments (object_key) where object_key is not null;
create index request_files_by_object on request_files (object_key) where object_key is not null;
create index original_files_by_object on original_files (object_key) where object_key is not null;
