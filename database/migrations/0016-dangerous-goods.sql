-- Lists of documents with dangerous goods read their lines in the order of the list.
create index document_lines_dangerous on document_lines (account_id, type, list_date desc, document_id desc)
  where details ? 'unNumber';
