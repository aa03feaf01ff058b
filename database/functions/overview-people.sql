-- Count for the console how many belong to an account and how many are invited. Added up, not counted anew: two at the same
-- moment would not see each other.
create or replace function overview_members() returns trigger language plpgsql set search_path = pg_catalog, public as $$ begin
  if tg_op = 'INSERT' then
    update public.account_overviews set members = members + 1 where account_id = new.account_id;
  else
    update public.account_overviews set members = members - 1 where account_id = old.account_id;
  end if;
  return null;
end $$;

create or replace function overview_invitations() returns trigger language plpgsql set search_path = pg_catalog, public as $$
declare
  before uuid;
  after uuid;
begin
  if tg_op <> 'INSERT' and old.accepted_at is null and old.revoked_at is null then before := old.account_id; end if;
  if tg_op <> 'DELETE' and new.accepted_at is null and new.revoked_at is null then after := new.account_id; end if;
  if before is not distinct from after then return null; end if;
  update public.account_overviews set invited = invited + case account_id when before then -1 else 1 end where account_id in (before, after);
  return null;
end $$;

-- When somebody last signed in to an account, or came to it from another of theirs.
create or replace function overview_sign_in() returns trigger language plpgsql set search_path = pg_catalog, public as $$ begin
  update public.account_overviews set signed_in_at = new.rotated_at where account_id = new.account_id and signed_in_at < new.rotated_at;
  return null;
end $$;
