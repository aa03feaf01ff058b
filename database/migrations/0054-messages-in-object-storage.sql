-- By itself: imports write raw messages beside everything else, in no order with the tables of files.
alter table raw_messages alter content drop not null, add column object_key text collate "C",
  add constraint raw_messages_content_check check (content is not null or object_key is not null) not valid;
