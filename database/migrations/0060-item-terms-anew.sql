-- What items and serial numbers are found by was stored with ß, æ, œ, þ and Arabic marks, and what is typed is compared without them. While
-- this table has a row, a server goes through the accounts behind it and stores anew what differs. By the size of its file: policies
-- hide rows from the owner, and a new database has nothing to go through.
create table item_terms_to_renew (
  after_account uuid not null
);
grant select, update, delete on item_terms_to_renew to portal_server;
insert into item_terms_to_renew (after_account)
select '00000000-0000-0000-0000-000000000000' where exists (select from repeatables) or pg_relation_size('items') > 0;
