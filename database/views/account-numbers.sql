-- Which account a number means: a former number, of a renamed or merged account, means the account that has its documents now.
create or replace view account_numbers with (security_invoker = true) as
select number, coalesce(merged_into, account_id) as account_id from accounts;

grant select on account_numbers to portal_server, portal_console;
