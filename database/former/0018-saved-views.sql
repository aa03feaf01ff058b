-- Lists as people have put them together and named them; a shared one belongs to the account and outlives its author's
-- membership.
create table saved_views (
  account_id uuid not null references accounts on delete cascade,
  id uuid not null,
  type text collate "C" not null check (type in ('quotes', 'orders', 'shipments', 'invoices')),
  name text not null,
  -- The query of the list's address.
  state text not null,
  shared boolean not null,
  position integer not null,
  author_id uuid references users on delete set null,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create unique index saved_views_own on saved_views (account_id, author_id, type, lower(name)) where not shared;
create unique index saved_views_shared on saved_views (account_id, type, lower(name)) where shared;

-- With which view a person's list of a type opens.
create table default_views (
  account_id uuid not null,
  user_id uuid not null references users on delete cascade,
  type text collate "C" not null,
  view_id uuid not null,
  primary key (account_id, user_id, type),
  foreign key (account_id, view_id) references saved_views on delete cascade
);
create index default_views_of_view on default_views (account_id, view_id);

-- The server's role, too, sees one account at a time here: names of people are read and changes recorded by it.
do $$
declare t text;
begin
  foreach t in array array['saved_views', 'default_views'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_account on %I to portal_server using (account_id = current_account()) with check (account_id = current_account())', t);
    execute format('grant select, insert, update, delete on %I to portal_server', t);
  end loop;
end $$;
