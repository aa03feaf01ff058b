-- Where a customer wants goods and invoices to go, as the supplier has it on file, in the supplier's order.
create table account_addresses (
  account_id uuid not null references accounts,
  use text collate "C" not null,
  place integer not null,
  code text,
  party jsonb not null,
  stated_at timestamptz not null,
  primary key (account_id, use, place),
  check (use in ('shipTo', 'billTo'))
);
alter table account_addresses enable row level security;
alter table account_addresses force row level security;
create policy own_account on account_addresses to portal using (account_id = current_account());
create policy all_accounts on account_addresses to portal_server using (true) with check (true);
grant select on account_addresses to portal;
grant select, insert, delete on account_addresses to portal_server;
