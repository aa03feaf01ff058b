-- The owner of the search functions reads the search rows, the accounts' keys and what results are filtered by: its grants
-- name the columns.
drop policy if exists ids_only on document_search;
create policy ids_only on document_search to portal_search using (true);

drop policy if exists own_words on search_words;
create policy own_words on search_words to portal_search using (true);

drop policy if exists key_only on accounts;
create policy key_only on accounts to portal_search using (true);

drop policy if exists narrowing_only on documents;
create policy narrowing_only on documents to portal_search using (true);

drop policy if exists parcels_only on shipment_keys;
create policy parcels_only on shipment_keys to portal_search using (true);

drop policy if exists words_only on message_search;
create policy words_only on message_search to portal_search using (true);

drop policy if exists subjects_only on requests;
create policy subjects_only on requests to portal_search using (true);
