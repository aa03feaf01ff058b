-- When a person last worked in an account; null: never. A session names only the account that it is in now, so whoever has gone on to
-- another is known by their last visit.
create or replace function last_seen(account uuid, person uuid) returns timestamptz language sql stable
return greatest(
  (select max(s.rotated_at) from sessions s where s.user_id = person and s.account_id = account),
  (select v.visited_at from visits v where v.account_id = account and v.user_id = person));
