comment on table document_search is 'One row for each document. Each term begins with the account''s search_key, so that one index serves all accounts.';
comment on column document_search.codes is 'The references of a document without punctuation, separated by spaces, to be found by a part of one.';

comment on table search_words is 'The words of an account''s documents. One that no document holds any more may widen a search and is never shown.';

comment on table message_search is 'One row for each message with words, and for each request with a note. Its terms are made as those of document_search.';
comment on column message_search.id is 'The message''s, or the request''s own. No references: a merge gives its rows the other account with terms of that account''s key.';
comment on table item_terms_to_renew is 'Has one row while the items and serial numbers of older accounts are stored anew by the letters that they are found by (server/ingest/maintenance/renew-item-terms.ts).';
comment on column item_terms_to_renew.after_account is 'The last account that was done.';
