-- What customers ask of the supplier about a document. A request names its document as links do, and is kept as it was
-- made, with the hash of what its asker saw.
create table requests (
  account_id uuid not null references accounts,
  id uuid not null,
  document_type text collate "C" not null,
  document_number text collate "C" not null,
  -- Of a quote: a decision holds for the revision that was decided on.
  document_revision text,
  document_hash bytea not null,
  kind text collate "C" not null,
  content jsonb not null,
  made_at timestamptz not null,
  -- No reference: a request outlives the person's sign-in.
  made_by uuid not null,
  -- Chosen by the asker: sent twice, it is one.
  key uuid not null,
  made_by_name text not null,
  made_by_email text not null,
  -- The network of the asker's address, never the address itself.
  network text,
  state text collate "C" not null,
  answer text,
  answered_by text,
  answered_at timestamptz,
  primary key (account_id, id),
  unique (account_id, made_by, key),
  check (state in ('open', 'taken', 'accepted', 'declined', 'answered', 'withdrawn'))
);
create index requests_of_document on requests (account_id, document_type, document_number, made_at, id);
create index requests_of_account on requests (account_id, made_at desc, id desc);
-- What the supplier looks through, across accounts.
create index requests_by_state on requests (state, made_at, id);
create index requests_by_id on requests (id);

create table request_files (
  account_id uuid not null,
  request_id uuid not null,
  id uuid not null,
  name text not null,
  mime_type text not null,
  size integer not null,
  sha256 bytea not null,
  content bytea not null,
  created_at timestamptz not null,
  primary key (account_id, request_id, id),
  foreign key (account_id, request_id) references requests on delete cascade
);
alter table request_files alter column content set storage external;

do $$
declare t text;
begin
  foreach t in array array['requests', 'request_files'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_account on %I to portal using (account_id = current_account())', t);
    execute format('create policy all_accounts on %I to portal_server using (true) with check (true)', t);
    execute format('grant select on %I to portal', t);
  end loop;
end $$;
-- What was asked is never changed or taken away; only its state and answer move on.
grant select, insert, update (state, answer, answered_by, answered_at) on requests to portal_server;
grant select, insert on request_files to portal_server;

-- What the customer last decided of a quote's revision, as the status that it shows until the ERP says something else;
-- null when nothing, or when the supplier declined it.
create function decided_status(account uuid, number text, revision text) returns text
language sql stable parallel safe
return (
  select case r.kind when 'accept' then 'accepted' when 'reject' then 'rejected' else 'revision_requested' end
  from requests r
  where r.account_id = account and r.document_type = 'quotes' and r.document_number = number
    and r.document_revision is not distinct from revision and r.kind in ('accept', 'reject', 'requestRevision')
    and r.state in ('open', 'taken', 'accepted')
  order by r.made_at desc, r.id desc limit 1
);
