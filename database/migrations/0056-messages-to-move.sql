-- The same for raw messages, by itself as their column.
create index raw_messages_to_move on raw_messages (id) where object_key is null and octet_length(content) >= 16384;
create index raw_messages_by_object on raw_messages (object_key) where object_key is not null;
