-- Files may lie in an object storage: their rows have its key then, and no content. That no row has neither holds for all that
-- are there, so that they need not be read for it.
alter table attachments alter content drop not null, add column object_key text collate "C",
  add constraint attachments_content_check check (content is not null or object_key is not null) not valid;
alter table request_files alter content drop not null, add column object_key text collate "C",
  add constraint request_files_content_check check (content is not null or object_key is not null) not valid;
alter table original_files alter content drop not null, add column object_key text collate "C",
  add constraint original_files_content_check check (content is not null or object_key is not null) not valid;
-- Otherwise what customers sent stays as it is.
grant update (content, object_key) on request_files to portal_server;

create table unused_objects (
  object_key text collate "C" primary key,
  since timestamptz not null
);
create index unused_objects_by_age on unused_objects (since);
grant select, insert, update, delete on unused_objects to portal_server;
