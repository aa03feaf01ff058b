comment on table accounts is 'One customer company, by its number in the supplier''s ERP.';
comment on column accounts.search_key is 'Begins the account''s search terms: shorter than the id.';
comment on column accounts.number is 'The customer''s number in the supplier''s ERP.';
comment on column accounts.search_text is 'Name and number in small letters without accents: what the console finds customers by.';
comment on column accounts.requires_second_factor is 'Whether everybody who signs in to this account needs a second factor.';
comment on column accounts.language is 'Chosen by the operator. A person''s own choice comes first; failing both, what their browser asked for last.';
comment on column accounts.time_zone is 'Where a day begins for this customer, as an IANA name; null: as on the server.';
comment on column accounts.name_stated_at is 'Time of the message that gave the account its name: an older one does not overwrite it.';
comment on column accounts.merged_into is 'The account that took this one over: what is sent for this one goes there.';

comment on table account_identifiers is 'The names by which other systems know an account (scheme, value): UBL parties are matched by them.';

comment on table account_addresses is 'Where a customer wants goods and invoices to go, as the supplier has it on file, in the supplier''s order.';

comment on table credit_limits is 'The most that an account may owe in a currency, as the supplier says.';
comment on column accounts.electronic_address is 'Where the customer is reached in networks such as Peppol: a scheme of the code list EAS, a colon, and the value.';
