-- Where a customer is reached in networks such as Peppol.
alter table accounts add column electronic_address text collate "C" check (electronic_address ~ '^([0-9]{4}|[A-Z]{2}):.+$');
grant select (electronic_address) on accounts to portal_console;
