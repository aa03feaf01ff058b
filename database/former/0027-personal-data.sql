-- Who wants to be deleted, and since when: the operator carries it out.
alter table users
  add column deletion_asked_at timestamptz,
  add column deletion_note text,
  -- Carried out: what is left of the person is a number that the audit log and retained documents point to.
  add column erased_at timestamptz;
create index users_to_delete on users (deletion_asked_at) where deletion_asked_at is not null and erased_at is null;

-- A person's picture, as the portal has drawn it itself.
create table avatars (
  user_id uuid primary key references users on delete cascade,
  png bytea not null,
  changed_at timestamptz not null
);
alter table avatars alter column png set storage external;
grant select, insert, update, delete on avatars to portal_server;
