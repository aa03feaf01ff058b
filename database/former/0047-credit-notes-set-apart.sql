-- A credit note that makes room for the invoice of its number takes its requests along.
grant update (document_number) on requests to portal_server;
