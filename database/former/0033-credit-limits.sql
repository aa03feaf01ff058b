-- The most that an account may owe in a currency, as the supplier says.
create table credit_limits (
  account_id uuid not null references accounts,
  currency text collate "C" not null,
  amount numeric(18, 4) not null,
  stated_at timestamptz not null,
  primary key (account_id, currency),
  check (currency ~ '^[A-Z]{3}$' and amount >= 0)
);
alter table credit_limits enable row level security;
alter table credit_limits force row level security;
create policy own_account on credit_limits to portal using (account_id = current_account());
create policy all_accounts on credit_limits to portal_server using (true) with check (true);
grant select on credit_limits to portal;
grant select, insert, update, delete on credit_limits to portal_server;
