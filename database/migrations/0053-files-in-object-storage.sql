-- Files may lie in an object storage: their rows have its key then, and no content.
alter table attachments alter content drop not null, add column object_key text collate "C",
  add constraint attachments_content_check check (content is not null or object_key is not null);
alter table request_files alter content drop not null, add column object_key text collate "C",
  add constraint request_files_content_check check (content is not null or object_key is not null);
alter table original_files alter content drop not null, add column object_key text collate "C",
  add constraint original_files_content_check check (content is not null or object_key is not null);
alter table raw_messages alter content drop not null, add column object_key text collate "C",
  add constraint raw_messages_content_check check (content is not null or object_key is not null);
-- Otherwise what customers sent stays as it is.
grant update (content, object_key) on request_files to portal_server;

-- What is large enough to be moved and has not been, and which rows have an object.
create index attachments_to_move on attachments (account_id, document_id, id) where object_key is null and octet_length(content) >= 16384;
create index request_files_to_move on request_files (account_id, request_id, id) where object_key is null and octet_length(content) >= 16384;
create index original_files_to_move on original_files (account_id, document_id) where object_key is null and octet_length(content) >= 16384;
create index raw_messages_to_move on raw_messages (id) where object_key is null and octet_length(content) >= 16384;
create index attachments_by_object on attachments (object_key) where object_key is not null;
create index request_files_by_object on request_files (object_key) where object_key is not null;
create index original_files_by_object on original_files (object_key) where object_key is not null;
create index raw_messages_by_object on raw_messages (object_key) where object_key is not null;

create table unused_objects (
  object_key text collate "C" primary key,
  since timestamptz not null
);
create index unused_objects_by_age on unused_objects (since);
grant select, insert, update, delete on unused_objects to portal_server;
