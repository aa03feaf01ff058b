-- What a list says of a document's content, beside its number of lines. Documents of before have none until they are sent again; what
-- reads it looks at their first line then, so that no start waits for all of them to be written anew.
alter table documents add column first_item text;
